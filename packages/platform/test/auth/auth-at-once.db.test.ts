import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call, serviceClient, signedInClient } from '../../testing/clients.ts'
import { givenPlatform, type TestPlatform } from '../../testing/given-platform.ts'
import { truncateAll } from '../../testing/truncate-all.ts'

const asel = 'asel@example.com'
let platform: TestPlatform

beforeAll(async () => {
  platform = await givenPlatform({ auth: { smtpMaxFrequency: 60, sessionTimeboxByRole: { staff: 3_600 } } })
})
afterAll(() => platform.close())
beforeEach(async () => {
  await truncateAll(platform.db)
  platform.mails.length = 0
})

const post = (path: string, body: object) =>
  call(platform, `/auth/v1/${path}`, { method: 'POST', body: JSON.stringify(body) })
const tenTimes = (work: () => ReturnType<typeof post>) => Promise.all(Array.from({ length: 10 }, work))
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()
const one = (good: number, others: number) => [good, ...Array.from({ length: 9 }, () => others)].sort()

async function givenProven(facts: object = {}): Promise<string> {
  const { data, error } = await serviceClient(platform).auth.admin.createUser({
    email: asel,
    email_confirm: true,
    ...facts,
  })
  if (error) throw error
  return data.user.id
}

async function codeFor(email: string): Promise<string> {
  expect((await post('otp', { email })).status).toBe(200)
  return platform.lastMailTo(email).code
}

describe('ten times at the same moment', () => {
  it('the code of a proven address signs in once', async () => {
    await givenProven()
    const token = await codeFor(asel)
    const answers = await tenTimes(() => post('verify', { type: 'email', email: asel, token }))
    expect(statuses(answers)).toEqual(one(200, 403))
    expect(await platform.db.selectFrom('auth.sessions').select('id').execute()).toHaveLength(1)
  })

  it('asking for a code sends one mail, to an address that has an account and to one that has none', async () => {
    await givenProven()
    for (const email of [asel, 'new@example.com']) {
      expect(statuses(await tenTimes(() => post('otp', { email })))).toEqual(one(200, 429))
      expect(platform.mails.filter(({ to }) => to === email)).toHaveLength(1)
    }
  })

  it('a refresh token is traded once: whoever shows it gets the same successor', async () => {
    const { client } = await signedInClient(platform, asel)
    const refresh_token = (await client.auth.getSession()).data.session?.refresh_token
    const answers = await tenTimes(() => post('token?grant_type=refresh_token', { refresh_token }))
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1)
    expect(await platform.db.selectFrom('auth.refresh_tokens').select('id').execute()).toHaveLength(2)
  })
})

it('an ask that comes too early leaves the code before it good', async () => {
  await givenProven()
  const token = await codeFor(asel)
  const early = await post('otp', { email: asel })
  expect(early.status).toBe(429)
  expect(String(early.body.msg)).toMatch(/after (59|60) seconds/)
  expect((await post('verify', { type: 'email', email: asel, token })).status).toBe(200)
})

it('the right code of somebody banned says so, and a wrong one does not', async () => {
  const id = await givenProven()
  const token = await codeFor(asel)
  await serviceClient(platform).auth.admin.updateUserById(id, { ban_duration: '1h' })
  const show = async (shown: string) =>
    (await post('verify', { type: 'email', email: asel, token: shown })).body
  expect((await show(token === '000000' ? '000001' : '000000')).error_code).toBe('otp_expired')
  expect((await show(token)).error_code).toBe('user_banned')
  expect(await platform.db.selectFrom('auth.sessions').select('id').execute()).toEqual([])
})

it('a code starts a session that ends as those of its role do, and a refresh does not put it off', async () => {
  await givenProven({ app_metadata: { role: 'staff' } })
  const token = await codeFor(asel)
  const { body } = await post('verify', { type: 'email', email: asel, token })
  const endOf = async () => {
    const { not_after, created_at } = await platform.db
      .selectFrom('auth.sessions')
      .select(['not_after', 'created_at'])
      .executeTakeFirstOrThrow()
    return (not_after?.getTime() ?? 0) - (created_at?.getTime() ?? 0)
  }
  expect(await endOf()).toBe(3_600_000)
  const refreshed = await post('token?grant_type=refresh_token', { refresh_token: body.refresh_token })
  expect(refreshed.status).toBe(200)
  expect(await endOf()).toBe(3_600_000)
})

it('what was counted long ago is forgotten as others ask', async () => {
  await sql`insert into auth.attempt_counts values ('old', 1, now() - interval '3 days')`.execute(platform.db)
  await sql`insert into platform.mail_throttle values ('old', now() - interval '3 days')`.execute(platform.db)
  // Once in sixteen times, so that hardly ever two hundred do not.
  for (let i = 0; i < 200; i++) await sql`select platform.forget_old_counts()`.execute(platform.db)
  expect(await platform.db.selectFrom('platform.mail_throttle').selectAll().execute()).toEqual([])
  const { rows } = await sql`select from auth.attempt_counts where subject = 'old'`.execute(platform.db)
  expect(rows).toEqual([])
})

it('none of the steps of a sign-in is for anybody but the platform', async () => {
  const { rows } = await sql<{ name: string }>`
    select proname as name from pg_proc
    where pronamespace = 'platform'::regnamespace and proname <> 'require_session'
      and (has_function_privilege('anon', oid, 'execute') or has_function_privilege('service_role', oid, 'execute'))`.execute(
    platform.db,
  )
  expect(rows).toEqual([])
})
