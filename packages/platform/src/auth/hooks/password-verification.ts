import { setTimeout as sleep } from 'node:timers/promises'
import type { HookSettings } from '../../settings.ts'
import type { AuthContext, Origin } from '../auth-context.ts'
import { AuthError } from '../auth-errors.ts'
import { endSessions } from '../sessions/sessions.ts'
import { runHook } from './run-hook.ts'

/** As GoTrue says it when the hook does not. */
const usualRejection = 'Further password verification attempts will be rejected.'

/** How many milliseconds the last call took. */
const lastTook = new WeakMap<HookSettings, number>()

/**
 * Tells the operator's hook that a password was right or wrong; throws what it rejects, which may end the user's sessions, too.
 * Where there is no such account nobody is told, and it takes as long as the last call did, so that the time does not say so.
 */
export async function tellOfPassword(
  context: AuthContext,
  { userId, valid, origin }: { userId: string | null; valid: boolean; origin: Origin },
): Promise<void> {
  const hook = context.settings.auth.hooks.passwordVerificationAttempt
  if (!hook) return
  if (userId === null) {
    await sleep(lastTook.get(hook) ?? 0)
    return
  }
  const { ip, log } = origin
  const began = performance.now()
  const input = { user_id: userId, valid }
  const output = await runHook(context, { name: 'password-verification', hook, input, ip, log })
  lastTook.set(hook, performance.now() - began)
  if (output.decision !== 'reject') return
  if (output.should_logout_user === true) await endSessions(context.db, userId, 'all')
  const { message } = output
  throw new AuthError(
    400,
    'invalid_credentials',
    typeof message === 'string' && message ? message : usualRejection,
  )
}
