import type { AccountSession } from '@app/contracts/account-sessions'
import { aigerim, freshEmail, timur } from '@app/testing/people'
import { type GivenServer, givenServer } from '@app/testing/server/given-server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: GivenServer

beforeAll(async () => {
  server = await givenServer()
})
afterAll(() => server.close())

const path = '/api/account/sessions'
const call = (method: 'GET' | 'DELETE', url: string, token?: string) =>
  server.app.inject({
    method,
    url,
    headers: { apikey: server.publishableKey, ...(token && { authorization: `Bearer ${token}` }) },
  })
const listOf = async (token: string) =>
  (await call('GET', path, token)).json<{ sessions: AccountSession[] }>().sessions

/** So many sessions of a new account, each by its token. */
async function givenSessions(email: string): Promise<[string, string, string]> {
  const { token } = await server.signIn(email)
  const again = async () => {
    const { data } = await server.visitor().auth.signInWithPassword({ email, password: 'Wide-steppe-2026' })
    return data.session?.access_token ?? ''
  }
  return [token, await again(), await again()]
}

/** Returns whether a token still opens the account's data, which the platform itself guards. */
const opens = async (token: string) => (await call('GET', '/rest/v1/quiz_leads?select=id', token)).statusCode

test('are listed with device and times, the current one first, and are nobody else’s', async () => {
  const email = freshEmail(aigerim)
  const [first, second, third] = await givenSessions(email)
  const other = await server.signIn(freshEmail(timur))
  await sql`
    update auth.sessions set user_agent = 'Mozilla/5.0 (Linux; Android 10; K) Chrome/142.0.0.0 Mobile Safari/537.36',
      refreshed_at = (now() at time zone 'UTC') - interval '2 hours', created_at = now() - interval '3 days'
    where id = ${sessionOf(first)}::uuid`.execute(server.db)

  const sessions = await listOf(second)
  expect(sessions.map(({ id, isCurrent }) => [id, isCurrent])).toEqual([
    [sessionOf(second), true],
    [sessionOf(third), false],
    [sessionOf(first), false],
  ])
  expect(sessions[2]?.device).toEqual({ browser: 'Chrome', system: 'Android' })
  const hours = (at = '') => Math.round((Date.now() - new Date(at).getTime()) / 3_600_000)
  expect([hours(sessions[2]?.signedInAt), hours(sessions[2]?.lastUsedAt)]).toEqual([72, 2])
  expect(await listOf(other.token)).toHaveLength(1)
})

test('leave out what is over', async () => {
  const email = freshEmail(aigerim)
  const [idle, over, own] = await givenSessions(email)
  await sql`
    update auth.sessions set created_at = now() - interval '31 days' where id = ${sessionOf(idle)}::uuid`.execute(
    server.db,
  )
  await sql`
    update auth.sessions set not_after = now() - interval '1 second' where id = ${sessionOf(over)}::uuid`.execute(
    server.db,
  )
  expect((await listOf(own)).map(({ id }) => id)).toEqual([sessionOf(own)])
})

test('are ended one by one, and their tokens open nothing from then on', async () => {
  const email = freshEmail(aigerim)
  const [first, second, own] = await givenSessions(email)
  expect(await opens(first)).toBe(200)
  const ended = await call('DELETE', `${path}/${sessionOf(first)}`, own)
  expect(ended.json<{ sessions: AccountSession[] }>().sessions.map(({ id }) => id)).toEqual([
    sessionOf(own),
    sessionOf(second),
  ])
  expect([await opens(first), await opens(second), await opens(own)]).toEqual([401, 200, 200])
  expect((await call('GET', path, first)).statusCode).toBe(401)
})

test('are ended all but the one that asks', async () => {
  const email = freshEmail(aigerim)
  const [first, second, own] = await givenSessions(email)
  expect((await call('DELETE', path, own)).json()).toMatchObject({ sessions: [{ isCurrent: true }] })
  expect([await opens(first), await opens(second), await opens(own)]).toEqual([401, 401, 200])
})

test('are ended with the codes and sign-ins that would begin another', async () => {
  const email = freshEmail(aigerim)
  const { token, userId } = await server.signIn(email)
  const { data } = await server.admin.auth.admin.generateLink({ type: 'magiclink', email })
  await sql`insert into auth.flow_state (id, user_id, provider_type, authentication_method)
    values (gen_random_uuid(), ${userId}, 'google', 'oauth')`.execute(server.db)
  expect((await call('DELETE', path, token)).statusCode).toBe(200)
  const flows = await sql`select from auth.flow_state where user_id = ${userId}`.execute(server.db)
  expect(flows.rows).toEqual([])
  const code = data.properties?.email_otp ?? ''
  const { error } = await server.visitor().auth.verifyOtp({ email, token: code, type: 'email' })
  expect(error?.code).toBe('otp_expired')
  expect(await opens(token)).toBe(200)
})

test('are ended by nobody else', async () => {
  const [own, other] = [await server.signIn(freshEmail(aigerim)), await server.signIn(freshEmail(timur))]
  await call('DELETE', `${path}/${sessionOf(own.token)}`, other.token)
  await call('DELETE', path, other.token)
  expect(await opens(own.token)).toBe(200)
  for (const token of [undefined, 'nonsense', `${own.token.slice(0, -4)}AAAA`]) {
    for (const [method, url] of [
      ['GET', path],
      ['DELETE', path],
      ['DELETE', `${path}/${sessionOf(own.token)}`],
    ] as const)
      expect((await call(method, url, token)).statusCode).toBe(401)
  }
  expect((await call('DELETE', `${path}/no-session`, own.token)).statusCode).toBe(400)
  expect(await opens(own.token)).toBe(200)
})

function sessionOf(token: string): string {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    session_id: string
  }
  return claims.session_id
}
