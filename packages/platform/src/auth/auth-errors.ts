/** A refusal in GoTrue's terms. Supabase's clients branch on `errorCode`, people read `message`. */
export class AuthError extends Error {
  readonly status: number
  readonly errorCode: string
  readonly reasons: readonly string[] | undefined

  constructor(status: number, errorCode: string, message: string, reasons?: readonly string[]) {
    super(message)
    this.status = status
    this.errorCode = errorCode
    this.reasons = reasons
  }
}

/** An error in the format of OAuth (RFC 6749, section 5.2). */
class OAuthError extends AuthError {}

const newBodyMinVersion = '2024-01-01'

/** The body GoTrue sends, in the older form or in the one a client asks for by `X-Supabase-Api-Version`. */
export function authErrorBody(error: AuthError, apiVersion: string | undefined): Record<string, unknown> {
  if (error instanceof OAuthError) return { error: error.errorCode, error_description: error.message }
  const weak = error.reasons ? { weak_password: { reasons: error.reasons } } : {}
  return wantsNewBody(apiVersion)
    ? { code: error.errorCode, message: error.message, ...weak }
    : { code: error.status, error_code: error.errorCode, msg: error.message, ...weak }
}

/** Returns true when a client knows the bodies of the API version 2024-01-01. */
export function wantsNewBody(apiVersion: string | undefined): boolean {
  return apiVersion !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(apiVersion) && apiVersion >= newBodyMinVersion
}

export const invalidGrant = (message: string) => new OAuthError(400, 'invalid_grant', message)
/** The words GoTrue has for a refused ID token, which OAuth spells differently. */
export const invalidOAuthRequest = (message: string, error = 'invalid request') =>
  new OAuthError(400, error, message)
export const badJson = (reason: string) =>
  new AuthError(400, 'bad_json', `Could not parse request body as JSON: ${reason}`)
export const validationFailed = (message: string, status = 400) =>
  new AuthError(status, 'validation_failed', message)
export const noAuthorization = () =>
  new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
export const anonymousNotAllowed = () =>
  new AuthError(403, 'no_authorization', 'Anonymous user not allowed to perform these actions')
export const badJwt = (reason: string) => new AuthError(403, 'bad_jwt', reason)
export const notAdmin = () => new AuthError(403, 'not_admin', 'User not allowed')
export const sessionNotFound = () =>
  new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
export const userOfTokenNotFound = () =>
  new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
export const userNotFound = () => new AuthError(404, 'user_not_found', 'User not found')
export const userBanned = (status = 400) => new AuthError(status, 'user_banned', 'User is banned')
export const invalidCredentials = () => new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
export const emailNotConfirmed = (status = 400, message = 'Email not confirmed') =>
  new AuthError(status, 'email_not_confirmed', message)
export const emailExists = () =>
  new AuthError(422, 'email_exists', 'A user with this email address has already been registered')
export const userAlreadyExists = () => new AuthError(422, 'user_already_exists', 'User already registered')
export const otpExpired = () => new AuthError(403, 'otp_expired', 'Token has expired or is invalid')
export const signupDisabled = () =>
  new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
export const emailProviderDisabled = () =>
  new AuthError(422, 'email_provider_disabled', 'Email logins are disabled')
export const emailSignupsDisabled = () =>
  new AuthError(400, 'email_provider_disabled', 'Email signups are disabled')
export const phoneProviderDisabled = (message = 'Unsupported phone provider', status = 400) =>
  new AuthError(status, 'phone_provider_disabled', message)
export const phoneNotConfirmed = (status = 400, message = 'Phone not confirmed') =>
  new AuthError(status, 'phone_not_confirmed', message)
export const phoneExists = () =>
  new AuthError(422, 'phone_exists', 'A user with this phone number has already been registered')
export const otpDisabled = () => new AuthError(422, 'otp_disabled', 'Signups not allowed for otp')
/** Refuses a change of address where it is disabled. */
export const addressChangeDisabled = () =>
  new AuthError(422, 'address_change_disabled', 'Changing the email address or phone number is disabled')
/** The answer to a link of an address change. */
export const addressChangeNeedsCode = () =>
  new AuthError(
    403,
    'address_change_needs_code',
    'Nothing was changed. Enter the code from this email where the change was asked for',
  )
export const noTextProvider = () => new AuthError(422, 'sms_send_failed', 'Unable to get SMS provider')
export const anonymousDisabled = () =>
  new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
export const samePassword = () =>
  new AuthError(422, 'same_password', 'New password should be different from the old password.')
export const weakPassword = (message: string, reasons: readonly string[]) =>
  new AuthError(422, 'weak_password', message, reasons)
export const refreshTokenNotFound = () =>
  new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
export const refreshTokenAlreadyUsed = () =>
  new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
export const sessionExpired = () =>
  new AuthError(400, 'session_expired', 'Invalid Refresh Token: Session Expired')
export const tooManyRequests = () =>
  new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
export const tooManyMails = (seconds: number) =>
  new AuthError(
    429,
    'over_email_send_rate_limit',
    `For security purposes, you can only request this after ${seconds} seconds.`,
  )
export const mailFailed = () => new AuthError(500, 'unexpected_failure', 'Error sending email')
export const unexpectedFailure = () =>
  new AuthError(
    500,
    'unexpected_failure',
    'Unexpected failure, please check server logs for more information',
  )
