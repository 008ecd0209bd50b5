import { onSessionChange, signedInId } from '#web/lib/session/session.ts'
import type { Analytics } from './analytics.ts'

/** Keeps analytics in step with who is signed in: a user is known by their id, and forgotten when they leave. */
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
