import type { ServerMetadata } from 'openid-client'
import type { ProviderSettings } from './provider-settings.ts'

/** GitHub speaks OAuth without OpenID: its addresses are known, and who signed in has to be asked for. */
export function githubServer({ issuer }: ProviderSettings): ServerMetadata {
  const base = issuer.replace(/\/+$/, '')
  return {
    issuer,
    authorization_endpoint: `${base}/login/oauth/authorize`,
    token_endpoint: `${base}/login/oauth/access_token`,
  }
}

export const githubScopes: readonly string[] = ['user:email']

/** Asks GitHub who an access token belongs to, in the words of OpenID's claims. Throws when it does not say. */
export async function githubClaims(
  { issuer }: ProviderSettings,
  accessToken: string,
): Promise<Record<string, unknown>> {
  const base = issuer.replace(/\/+$/, '')
  const api = base === 'https://github.com' ? 'https://api.github.com' : `${base}/api/v3`
  const ask = async (path: string): Promise<unknown> => {
    const answer = await fetch(`${api}${path}`, {
      headers: { authorization: `Bearer ${accessToken}`, accept: 'application/vnd.github+json' },
      signal: AbortSignal.timeout(10_000),
    })
    if (!answer.ok) throw new Error(`GitHub answered ${answer.status}`)
    return answer.json()
  }
  const user = (await ask('/user')) as { id?: unknown; login?: unknown; name?: unknown; avatar_url?: unknown }
  if (typeof user.id !== 'number') throw new Error('GitHub did not say who signed in')
  const emails = (await ask('/user/emails')) as { email: string; primary: boolean; verified: boolean }[]
  const primary = Array.isArray(emails) ? emails.find((one) => one.primary) : undefined
  return {
    iss: api,
    sub: String(user.id),
    email: primary?.email,
    email_verified: primary?.verified === true,
    name: user.name ?? user.login,
    preferred_username: user.login,
    picture: user.avatar_url,
  }
}
