import { lazy } from 'react'

/** The routes that the browser draws into the empty shell; the build renders none of them. */
export const ProfilePage = lazy(() => import('./profile.tsx'))
export const PaymentSuccessPage = lazy(() => import('./payment-success.tsx'))
export const PaymentFailedPage = lazy(() => import('./payment-failed.tsx'))
export const MiscPage = lazy(() => import('./misc.tsx'))
