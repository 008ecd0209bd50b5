import type { AuthContext, Origin } from './auth-context.ts'
import { AuthError } from './auth-errors.ts'
import { parseVerificationType, type Verified, verify } from './verify.ts'

/** Uses up the link of a mail and answers where to send the browser: with a session, or with what was wrong, in the fragment. */
export async function followLink(
  context: AuthContext,
  link: { type: string; token: string; redirectTo: string },
  origin: Origin,
): Promise<string> {
  try {
    const type = parseVerificationType(link.type)
    const verified = await verify(context, { type, linkToken: link.token }, origin)
    return withFragment(link.redirectTo, acceptedFragment(verified, type))
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    return withFragment(link.redirectTo, {
      error: error.status === 403 ? 'access_denied' : 'invalid_request',
      error_code: error.errorCode,
      error_description:
        error.errorCode === 'otp_expired' ? 'Email link is invalid or has expired' : error.message,
    })
  }
}

function acceptedFragment(verified: Verified, type: string): Record<string, string> {
  if ('msg' in verified) return { message: verified.msg }
  return {
    access_token: verified.access_token,
    expires_at: String(verified.expires_at),
    expires_in: String(verified.expires_in),
    refresh_token: verified.refresh_token,
    token_type: verified.token_type,
    type,
  }
}

function withFragment(address: string, fragment: Record<string, string>): string {
  const url = new URL(address)
  url.hash = new URLSearchParams(fragment).toString()
  return url.href
}
