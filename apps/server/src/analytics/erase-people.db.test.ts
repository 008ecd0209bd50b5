import { freshEmail, timur } from '@app/testing/people'
import { type GivenServer, givenServer } from '@app/testing/server/given-server'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { erasePeopleJob } from './erase-people.job.ts'
import { erasePeople } from './erase-people.ts'
import { posthogEraser } from './person-eraser.ts'

let server: GivenServer

beforeAll(async () => {
  server = await givenServer({ env: { ANALYTICS: 'sandbox' } })
})
beforeEach(async () => {
  await server.db.deleteFrom('analytics_erasures').execute()
  await server.app.inject({ method: 'DELETE', url: '/sandbox/api/analytics' })
})
afterAll(() => server.close())

const waiting = async ({ db }: GivenServer = server) =>
  (await db.selectFrom('analytics_erasures').select('user_id').execute()).map((row) => row.user_id)
const givenDeletedUser = async (from: GivenServer = server) => {
  const { userId } = await from.signIn(freshEmail(timur))
  await from.admin.rpc('delete_account', { account_id: userId })
  return userId
}
const tell = (distinctId: string) =>
  server.app.inject({
    method: 'POST',
    url: '/sandbox/analytics/batch/',
    payload: { api_key: 'phc_sandbox', batch: [{ event: 'page_view', distinct_id: distinctId }] },
  })
const known = async () =>
  (await server.app.inject('/sandbox/api/analytics'))
    .json<{ distinctId: string }[]>()
    .map(({ distinctId }) => distinctId)
const anHourAgo = () =>
  server.db
    .updateTable('analytics_erasures')
    .set({ asked_at: new Date(Date.now() - 3_700_000) })
    .execute()
const runJob = async () => {
  await server.db.transaction().execute((trx) => server.jobs.enqueue(trx, erasePeopleJob, {}))
  return server.jobs.drainQueue()
}

describe('a deleted account', () => {
  test('is forgotten by the provider an hour later, with its events, and others are not', async () => {
    const userId = await givenDeletedUser()
    await tell(userId)
    await tell('somebody-else')
    await runJob()
    expect(await waiting()).toEqual([userId])
    expect(await known()).toContain(userId)

    await anHourAgo()
    await runJob()
    expect(await known()).toEqual(['somebody-else'])
    expect(await waiting()).toEqual([])
  })

  test('deleted by the service key is forgotten, too', async () => {
    const { userId } = await server.signIn(freshEmail(timur))
    await server.admin.auth.admin.deleteUser(userId)
    expect(await waiting()).toEqual([userId])
  })

  test('waits when the provider does not agree, and is told again', async () => {
    const userId = await givenDeletedUser()
    await anHourAgo()
    const down = { erase: () => Promise.reject(new Error('down')) }
    await expect(erasePeople(server.db, down, new Date())).rejects.toThrow('down')
    expect(await waiting()).toEqual([userId])
    const told: string[] = []
    await erasePeople(server.db, { erase: async (ids) => void told.push(...ids) }, new Date())
    expect(told).toEqual([userId])
    expect(await waiting()).toEqual([])
  })

  test('is nobody’s business where the provider cannot be asked', async () => {
    const silent = await givenServer()
    onTestFinished(() => silent.close())
    await givenDeletedUser(silent)
    expect(await waiting(silent)).toEqual([])
  })
})

test('the provider is asked by its personal key, with events', async () => {
  const calls: { url: string; init: RequestInit | undefined }[] = []
  const answer = (status: number) =>
    (async (url: string, init?: RequestInit) => {
      calls.push({ url, init })
      return new Response('{}', { status })
    }) as typeof fetch
  const settings = { appHost: 'https://us.posthog.com', projectId: '42', key: 'phx_secret' }
  await posthogEraser(settings, answer(202)).erase(['one', 'two'])
  expect(calls[0]?.url).toBe('https://us.posthog.com/api/projects/42/persons/bulk_delete/')
  expect(calls[0]?.init?.headers).toMatchObject({ authorization: 'Bearer phx_secret' })
  expect(JSON.parse(String(calls[0]?.init?.body))).toEqual({
    distinct_ids: ['one', 'two'],
    delete_events: true,
  })
  await expect(posthogEraser(settings, answer(403)).erase(['one'])).rejects.toThrow('403')
})
