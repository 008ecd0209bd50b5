import { pagePart } from '#web/lib/page/lazy-part.tsx'

/** The routes that the browser draws into the empty shell; the build renders none of them. */
export const profilePage = pagePart(() => import('./profile.tsx'))
export const paymentSuccessPage = pagePart(() => import('./payment-success.tsx'))
export const paymentFailedPage = pagePart(() => import('./payment-failed.tsx'))

/** Resolves once the cabinet's page is here, and what a known profile is drawn by. */
export async function whenProfileIsKnown(): Promise<void> {
  await profilePage.whenReady()
  const { loadKnown } = await import('./profile.tsx')
  await loadKnown()
}
