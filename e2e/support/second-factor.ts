import { codeAt } from '@app/sandbox/authenticator/totp'
import { type APIRequestContext, expect } from '@playwright/test'
import type { MailboxReader } from './fixtures.ts'
import { publishableKey, sessionByCode } from './signed-in.ts'

type ShownKey = { account: string; secret: string }
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

/** The last period of each key whose code was shown: a code counts once. */
const lastShown = new Map<string, number>()
const periodMs = 30_000

/**
 * A code of an account's app that has not been shown yet, of the newest of its keys: that of now, of the next period, which
 * is taken already, or the one after, which is waited for.
 */
export async function codeOf(request: APIRequestContext, email: string): Promise<string> {
  const keys = (await (await request.get('/sandbox/api/authenticator')).json()) as ShownKey[]
  const key = keys.find(({ account }) => account === email)
  if (!key) throw new Error(`There is no second factor of ${email}.`)
  const now = () => Math.floor(Date.now() / periodMs)
  const period = Math.max(now(), (lastShown.get(key.secret) ?? 0) + 1)
  await expect.poll(now, { timeout: 2 * periodMs }).toBeGreaterThanOrEqual(period - 1)
  lastShown.set(key.secret, period)
  return codeAt(key.secret, new Date(period * periodMs))?.code ?? ''
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
