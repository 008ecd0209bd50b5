import { type APIRequestContext, expect } from '@playwright/test'
import type { MailboxReader } from './fixtures.ts'
import { publishableKey, sessionByCode } from './signed-in.ts'

type ShownKey = { account: string; secret: string; isConfirmed: boolean; code: string }
type Session = { access_token: string; refresh_token: string }

/** A session by a mailed code in which the second factor was shown, too; the account gets one where it has none. */
export async function twiceProvenSession(
  request: APIRequestContext,
  mailbox: MailboxReader,
  email: string,
): Promise<Session> {
  const session = await sessionByCode(request, mailbox, email)
  const post = await poster(request, session.access_token)
  const factorId = (await confirmedFactor(request, session)) ?? (await post('', { factor_type: 'totp' })).id
  const { id } = await post(`/${factorId}/challenge`, {})
  return post(`/${factorId}/verify`, { challenge_id: id, code: await codeOf(request, email) })
}

/** What the sandbox's authenticator shows for an account now, the newest of its keys first. */
export async function codeOf(request: APIRequestContext, email: string): Promise<string> {
  const keys = (await (await request.get('/sandbox/api/authenticator')).json()) as ShownKey[]
  const key = keys.find(({ account }) => account === email)
  expect(key, `a second factor of ${email}`).toBeDefined()
  return key?.code ?? ''
}

async function poster(request: APIRequestContext, token: string) {
  const headers = { apikey: await publishableKey(request), authorization: `Bearer ${token}` }
  return async (path: string, data: object) => {
    const answer = await request.post(`/auth/v1/factors${path}`, { headers, data })
    expect(answer.status(), await answer.text()).toBe(200)
    return answer.json()
  }
}

async function confirmedFactor(
  request: APIRequestContext,
  { access_token }: Session,
): Promise<string | undefined> {
  const headers = { apikey: await publishableKey(request), authorization: `Bearer ${access_token}` }
  const user = (await (await request.get('/auth/v1/user', { headers })).json()) as {
    factors?: { id: string; status: string }[]
  }
  return user.factors?.find(({ status }) => status === 'verified')?.id
}
