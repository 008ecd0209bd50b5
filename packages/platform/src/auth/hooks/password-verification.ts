import { setTimeout as sleep } from 'node:timers/promises'
import type { HookSettings } from '../../settings.ts'
import type { AuthContext, Origin } from '../auth-context.ts'
import { AuthError } from '../auth-errors.ts'
import { endSessions } from '../sessions/sessions.ts'
import { runHook } from './run-hook.ts'

/** As GoTrue says it when the hook does not. */
const usualRejection = 'Further password verification attempts will be rejected.'

/** How many milliseconds the last call took, and how it failed if it did. */
const lastCalls = new WeakMap<HookSettings, { tookMs: number; failure: AuthError | null }>()

/**
 * Tells the operator's hook that a password was right or wrong; throws what it rejects, which may end the user's sessions, too.
 * Where there is no such account nobody is told, and it ends as the last call did, as late or by the same failure, so that neither tells.
 */
export async function tellOfPassword(
  context: AuthContext,
  { userId, valid, origin }: { userId: string | null; valid: boolean; origin: Origin },
): Promise<void> {
  const hook = context.settings.auth.hooks.passwordVerificationAttempt
  if (!hook) return
  if (userId === null) {
    const last = lastCalls.get(hook)
    await sleep(last?.tookMs ?? 0)
    if (last?.failure) throw last.failure
    return
  }
  const output = await call(context, hook, { user_id: userId, valid }, origin)
  if (output.decision !== 'reject') return
  if (output.should_logout_user === true) await endSessions(context.db, userId, 'all')
  const { message } = output
  throw new AuthError(
    400,
    'invalid_credentials',
    typeof message === 'string' && message ? message : usualRejection,
  )
}

async function call(
  context: AuthContext,
  hook: HookSettings,
  input: Readonly<Record<string, unknown>>,
  { ip, log }: Origin,
): Promise<Record<string, unknown>> {
  const began = performance.now()
  let failure: AuthError | null = null
  try {
    return await runHook(context, { name: 'password-verification', hook, input, ip, log })
  } catch (error) {
    // A refusal is meant for whoever was asked about; a hook that does not work fails for everybody.
    if (error instanceof AuthError && error.status === 500) failure = error
    throw error
  } finally {
    lastCalls.set(hook, { tookMs: performance.now() - began, failure })
  }
}
