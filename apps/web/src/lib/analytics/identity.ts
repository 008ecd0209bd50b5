import { onSessionChange, signedInId } from '#web/lib/session/session.ts'
import type { Analytics } from './analytics.ts'

/** Identifies the signed-in user in analytics, and resets it on sign-out. */
export function followSession({ identify, reset }: Pick<Analytics, 'identify' | 'reset'>): void {
  let known: string | null = null
  const follow = () => {
    const userId = signedInId()
    if (userId === known) return
    if (known) reset()
    if (userId) identify(userId, { locale: navigator.language })
    known = userId
  }
  follow()
  onSessionChange(follow)
}
