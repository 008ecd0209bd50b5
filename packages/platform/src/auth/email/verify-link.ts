import type { AuthContext, Origin } from '../auth-context.ts'
import { AuthError, addressChangeNeedsCode } from '../auth-errors.ts'
import type { SessionBody } from '../sessions/sessions.ts'
import { parseVerificationType, verifyEmail } from './verify-email.ts'

/**
 * Uses up the link of a mail and answers where to send the browser: with a session or what was
 * wrong in the fragment, or, for a client that asked with a code challenge, in the query.
 */
export async function followLink(
  context: AuthContext,
  link: { type: string; token: string; redirectTo: string },
  origin: Origin,
): Promise<string> {
  const isFlow = link.token.startsWith('pkce_')
  try {
    const type = parseVerificationType(link.type)
    // Mail scanners follow links, so a link confirms no change.
    if (type === 'email_change') throw addressChangeNeedsCode()
    const verified = await verifyEmail(context, { type, linkToken: link.token }, origin, 'asker')
    if ('authCode' in verified) return withQuery(link.redirectTo, { code: verified.authCode })
    return withSession(link.redirectTo, verified, { type })
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    return withError(link.redirectTo, error, isFlow)
  }
}

const oauthErrors: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

/** Returns an address with the error; clients with a code challenge read it from the query. */
export function withError(address: string, error: AuthError, isFlow: boolean): string {
  return withParameters(
    address,
    {
      error: oauthErrors[error.status] ?? 'invalid_request',
      error_code: error.errorCode,
      error_description:
        error.errorCode === 'otp_expired' ? 'Email link is invalid or has expired' : error.message,
    },
    isFlow,
  )
}

/** A session for the page that an address leads to; the fragment never reaches that page's server. */
export function withSession(address: string, session: SessionBody, more: Record<string, string>): string {
  const { provider_token, provider_refresh_token } = session
  return withFragment(address, {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    ...(provider_token ? { provider_token } : {}),
    ...(provider_refresh_token ? { provider_refresh_token } : {}),
    refresh_token: session.refresh_token,
    token_type: session.token_type,
    ...more,
  })
}

export function withQuery(address: string, query: Record<string, string>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

function withParameters(address: string, answer: Record<string, string>, isFlow: boolean): string {
  return withFragment(isFlow ? withQuery(address, answer) : address, answer)
}

function withFragment(address: string, fragment: Record<string, string>): string {
  const url = new URL(address)
  url.hash = new URLSearchParams(fragment).toString()
  return url.href
}
