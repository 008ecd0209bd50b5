import { AuthError, validationFailed } from '../auth-errors.ts'

export const insufficientAal = (message: string, status: number) =>
  new AuthError(status, 'insufficient_aal', message)
export const factorNotFound = (message = 'Factor not found') =>
  new AuthError(404, 'mfa_factor_not_found', message)
export const badFactorId = () => validationFailed('factor_id must be an UUID', 404)
export const tooManyFactors = () =>
  new AuthError(
    422,
    'too_many_enrolled_mfa_factors',
    'Maximum number of verified factors reached, unenroll to continue',
  )
export const nameTaken = (name: string) =>
  new AuthError(
    422,
    'mfa_factor_name_conflict',
    `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`,
  )
export const enrollDisabled = (kind: 'totp' | 'phone' | 'webauthn') => {
  const names = { totp: 'TOTP', phone: 'Phone', webauthn: 'WebAuthn' }
  return new AuthError(422, `mfa_${kind}_enroll_not_enabled`, `MFA enroll is disabled for ${names[kind]}`)
}
export const verifyDisabled = () =>
  new AuthError(422, 'mfa_totp_verify_not_enabled', 'MFA verification is disabled for TOTP')
export const challengeExpired = (id: string) =>
  new AuthError(
    422,
    'mfa_challenge_expired',
    `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
  )
export const addressMismatch = () =>
  new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch')
export const wrongCode = () => new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered')
