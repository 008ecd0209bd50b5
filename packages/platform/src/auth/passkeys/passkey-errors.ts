import { AuthError, validationFailed } from '../auth-errors.ts'

export const passkeysDisabled = () => new AuthError(404, 'passkey_disabled', 'Passkeys are disabled')
export const passkeyNotFound = () => validationFailed('Passkey not found', 404)
export const tooManyPasskeys = () =>
  new AuthError(422, 'too_many_passkeys', 'Maximum number of passkeys reached')
export const credentialExists = () =>
  new AuthError(422, 'webauthn_credential_exists', 'This credential is already registered')
export const challengeNotFound = () =>
  new AuthError(400, 'webauthn_challenge_not_found', 'Challenge not found or already used')
export const challengeExpired = () =>
  new AuthError(400, 'webauthn_challenge_expired', 'Challenge has expired')
export const verificationFailed = () =>
  new AuthError(400, 'webauthn_verification_failed', 'Credential verification failed')
