import { AuthError, validationFailed } from '../auth-errors.ts'

/** Actions that require a recent proof. */
export type FreshAction =
  | 'Enrolling a factor'
  | 'Removing a factor'
  | 'Registering a passkey'
  | 'Removing a passkey'

export const insufficientAal = (message: string, status: number) =>
  new AuthError(status, 'insufficient_aal', message)
/** GoTrue's status for this code. */
export const freshProofNeeded = (action: FreshAction) =>
  new AuthError(400, 'reauthentication_needed', `${action} requires a recent sign-in`)
export const factorNotFound = () => new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
export const challengeNotFound = () =>
  new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
export const badFactorId = () => validationFailed('factor_id must be an UUID', 404)
export const tooManyFactors = () =>
  new AuthError(
    422,
    'too_many_enrolled_mfa_factors',
    'Maximum number of verified factors reached, unenroll to continue',
  )
export const lastFactor = () =>
  new AuthError(
    422,
    'last_mfa_factor',
    'This account needs a second factor, so the last one cannot be removed',
  )
export const nameTaken = (name: string) =>
  new AuthError(
    422,
    'mfa_factor_name_conflict',
    `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`,
  )
const kindNames = { totp: 'TOTP', phone: 'Phone', webauthn: 'WebAuthn' } as const
export const enrollDisabled = (kind: keyof typeof kindNames) =>
  new AuthError(422, `mfa_${kind}_enroll_not_enabled`, `MFA enroll is disabled for ${kindNames[kind]}`)
export const verifyDisabled = (kind: 'totp' | 'phone' | 'webauthn') =>
  new AuthError(422, `mfa_${kind}_verify_not_enabled`, `MFA verification is disabled for ${kindNames[kind]}`)
export const challengeExpired = (id: string) =>
  new AuthError(
    422,
    'mfa_challenge_expired',
    `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
  )
export const addressMismatch = () =>
  new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch')
export const wrongCode = (kind: string) =>
  new AuthError(
    422,
    'mfa_verification_failed',
    kind === 'webauthn' ? 'Invalid WebAuthn credential' : 'Invalid TOTP code entered',
  )
