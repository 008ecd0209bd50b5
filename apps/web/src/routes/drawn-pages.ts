import { pagePart } from '#web/lib/page/lazy-part.tsx'
import { addressedProfile, knownProfile } from './profile/known-parts.ts'

/** The routes that the browser draws into the empty shell; the build renders none of them. */
export const profilePage = pagePart(() => import('./profile.tsx'))
export const paymentSuccessPage = pagePart(() => import('./payment-success.tsx'))
export const paymentFailedPage = pagePart(() => import('./payment-failed.tsx'))

/**
 * Resolves once the scripts that a known profile is drawn by are here, or have been tried for in vain: drawn then, the page says so. `known`
 * is what `visitor.ts` has found.
 */
export function whenKnownProfileIsReady(known: string): Promise<unknown> {
  const profile = known === 'address' ? addressedProfile : knownProfile
  return Promise.all([profilePage.whenReady(), profile.whenReady()])
}
