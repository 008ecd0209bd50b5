import { pagePart } from '#web/lib/page/lazy-part.tsx'

/** The routes that the browser draws into the empty shell; the build renders none of them. */
export const profilePage = pagePart(() => import('./profile.tsx'))
export const paymentSuccessPage = pagePart(() => import('./payment-success.tsx'))
export const paymentFailedPage = pagePart(() => import('./payment-failed.tsx'))
