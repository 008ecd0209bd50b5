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
  server.app.inject({ method, url, headers: token ? { authorization: `Bearer ${token}` } : {} })
const listOf = async (token: string) =>
  (await call('GET', path, token)).json<{ sessions: AccountSession[] }>().sessions

/** Whether a token still opens the account's data, which the platform itself guards. */
const opens = async (token: string) => (await call('GET', '/rest/v1/quiz_leads?select=id', token)).statusCode

test('are listed with device and times, the current one first, and are nobody else’s', async () => {
  const email = freshEmail(aigerim)
  const [first, second] = [await server.signIn(email), await server.signIn(email)]
  const other = await server.signIn(freshEmail(timur))
  await sql`
    update auth.sessions set user_agent = 'Mozilla/5.0 (Linux; Android 10; K) Chrome/142.0.0.0 Mobile Safari/537.36',
      refreshed_at = (now() at time zone 'UTC') - interval '2 hours', created_at = now() - interval '3 days'
    where id = ${sessionOf(first.token)}::uuid`.execute(server.db)

  const sessions = await listOf(second.token)
  expect(sessions.map(({ id, isCurrent }) => [id, isCurrent])).toEqual([
    [sessionOf(second.token), true],
    [sessionOf(first.token), false],
  ])
  expect(sessions[1]?.device).toEqual({ browser: 'Chrome', system: 'Android' })
  const hours = (at = '') => Math.round((Date.now() - new Date(at).getTime()) / 3_600_000)
  expect([hours(sessions[1]?.signedInAt), hours(sessions[1]?.lastUsedAt)]).toEqual([72, 2])
  expect(await listOf(other.token)).toHaveLength(1)
})

test('leave out what is over', async () => {
  const email = freshEmail(aigerim)
  const [idle, over, own] = [
    await server.signIn(email),
    await server.signIn(email),
    await server.signIn(email),
  ]
  await sql`
    update auth.sessions set created_at = now() - interval '31 days' where id = ${sessionOf(idle.token)}::uuid`.execute(
    server.db,
  )
  await sql`
    update auth.sessions set not_after = now() - interval '1 second' where id = ${sessionOf(over.token)}::uuid`.execute(
    server.db,
  )
  expect((await listOf(own.token)).map(({ id }) => id)).toEqual([sessionOf(own.token)])
})

test('are ended one by one, and their tokens open nothing from then on', async () => {
  const email = freshEmail(aigerim)
  const [first, second, own] = [
    await server.signIn(email),
    await server.signIn(email),
    await server.signIn(email),
  ]
  expect(await opens(first.token)).toBe(200)
  const ended = await call('DELETE', `${path}/${sessionOf(first.token)}`, own.token)
  expect(ended.json<{ sessions: AccountSession[] }>().sessions.map(({ id }) => id)).toEqual([
    sessionOf(own.token),
    sessionOf(second.token),
  ])
  expect([await opens(first.token), await opens(second.token), await opens(own.token)]).toEqual([
    401, 200, 200,
  ])
  expect((await call('GET', path, first.token)).statusCode).toBe(401)
})

test('are ended all but the one that asks', async () => {
  const email = freshEmail(aigerim)
  const [first, second, own] = [
    await server.signIn(email),
    await server.signIn(email),
    await server.signIn(email),
  ]
  expect((await call('DELETE', path, own.token)).json()).toMatchObject({ sessions: [{ isCurrent: true }] })
  expect([await opens(first.token), await opens(second.token), await opens(own.token)]).toEqual([
    401, 401, 200,
  ])
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
