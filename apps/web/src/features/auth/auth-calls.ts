import type { AuthRefusal } from '@app/content/ru/auth-errors'
import type { ClientConfig } from '@app/contracts/client-config'
import { isNewUser } from '@app/domain/auth/new-user'
import { type AuthMethod, authAttempted, authFailed, authSucceeded } from '#web/lib/analytics/auth-events.ts'
import { attemptAuth } from '#web/lib/session/auth-attempt.ts'
import type { CodePurpose } from './login/login-state.ts'

/** Mails a one-time code. To sign in, it makes an account when there is none (specification, section 6). */
export async function sendCode(
  config: ClientConfig,
  email: string,
  purpose: CodePurpose,
): Promise<AuthRefusal | null> {
  const back = `${location.origin}/profile`
  const method = methodOf(purpose)
  authAttempted(method, email)
  const refusal = await attemptAuth(config, ({ auth }) =>
    purpose === 'sign-in'
      ? auth.signInWithOtp({ email, options: { shouldCreateUser: true, emailRedirectTo: back } })
      : auth.resetPasswordForEmail(email, { redirectTo: back }),
  )
  if (refusal) authFailed(method, email, reasonOf(refusal))
  return refusal
}

type CodeToCheck = { email: string; code: string; purpose: CodePurpose }

/** Signs in by a code. A recovery code also starts a recovery, which ends with a new password. */
export async function checkCode(
  config: ClientConfig,
  { email, code, purpose }: CodeToCheck,
): Promise<AuthRefusal | null> {
  const type = purpose === 'sign-in' ? 'email' : 'recovery'
  let isNew = false
  const refusal = await attemptAuth(config, async ({ auth }) => {
    const { data, error } = await auth.verifyOtp({ email, token: code, type })
    isNew = isNewUser({ createdAt: data.user?.created_at, signedInAt: data.user?.last_sign_in_at })
    return { error }
  })
  return trackAuthOutcome(methodOf(purpose), email, refusal, isNew)
}

export async function signInByPassword(
  config: ClientConfig,
  credentials: { email: string; password: string },
): Promise<AuthRefusal | null> {
  const { email } = credentials
  authAttempted('password', email)
  const refusal = await attemptAuth(config, ({ auth }) => auth.signInWithPassword(credentials))
  return trackAuthOutcome('password', email, refusal)
}

/** The proof for a new password: the present one, or a mailed code. */
export type PasswordProof = { current_password: string } | { nonce: string }

/** Right after a sign-in by code no proof is asked for. */
export function savePassword(
  config: ClientConfig,
  password: string,
  proof?: PasswordProof,
): Promise<AuthRefusal | null> {
  return attemptAuth(config, ({ auth }) => auth.updateUser({ password, ...proof }))
}

/** Mails the user a code that replaces the present password. */
export function sendProofCode(config: ClientConfig): Promise<AuthRefusal | null> {
  return attemptAuth(config, ({ auth }) => auth.reauthenticate())
}

function methodOf(purpose: CodePurpose): AuthMethod {
  return purpose === 'sign-in' ? 'code' : 'recovery'
}

/** Tracks the outcome of a sign-in and returns the refusal. */
function trackAuthOutcome(
  method: AuthMethod,
  email: string,
  refusal: AuthRefusal | null,
  isNew = false,
): AuthRefusal | null {
  if (refusal) authFailed(method, email, reasonOf(refusal))
  else authSucceeded(method, email, isNew)
  return refusal
}

/** Returns the name of a refusal in analytics: its code, else the answer's status. */
export function reasonOf({ code, status }: AuthRefusal): string {
  return code ?? `status ${status}`
}
