import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { decrementCounts, incrementCounts } from '../../src/auth/codes/attempt-counts.ts'
import { call, serviceClient, signedInClient } from '../../testing/clients.ts'
import { asel, givenAtOnce } from './given-at-once.ts'

const auth = givenAtOnce()
const { post, givenProven, codeFor, during } = auth

const tenTimes = (work: () => ReturnType<typeof post>) => Promise.all(Array.from({ length: 10 }, work))
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()
const one = (good: number, others: number) => [good, ...Array.from({ length: 9 }, () => others)].sort()

describe('ten times at the same moment', () => {
  it('the code of a proven address signs in once', async () => {
    await givenProven()
    const token = await codeFor(asel)
    const answers = await tenTimes(() => post('verify', { type: 'email', email: asel, token }))
    expect(statuses(answers)).toEqual(one(200, 403))
    expect(await auth.platform.db.selectFrom('auth.sessions').select('id').execute()).toHaveLength(1)
  })

  it('asking for a code sends one mail, to an address that has an account and to one that has none', async () => {
    await givenProven()
    for (const email of [asel, 'new@example.com']) {
      expect(statuses(await tenTimes(() => post('otp', { email })))).toEqual(one(200, 429))
      expect(auth.platform.mails.filter(({ to }) => to === email)).toHaveLength(1)
    }
  })

  it('a refresh token is traded once: whoever shows it gets the same successor', async () => {
    const { client } = await signedInClient(auth.platform, asel)
    const refresh_token = (await client.auth.getSession()).data.session?.refresh_token
    const answers = await tenTimes(() => post('token?grant_type=refresh_token', { refresh_token }))
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1)
    expect(await auth.platform.db.selectFrom('auth.refresh_tokens').select('id').execute()).toHaveLength(2)
  })
})

describe('a code asked for and one used at the same moment', () => {
  const ask = () => post('otp', { email: asel })
  const show = (token: string) => () => post('verify', { type: 'email', email: asel, token })
  async function givenCode(): Promise<string> {
    const token = await codeFor(asel)
    await sql`delete from platform.mail_throttle`.execute(auth.platform.db)
    return token
  }

  it.each([
    { event: 'after update of recovery_sent_at', table: 'auth.users' },
    { event: 'after insert or update', table: 'auth.one_time_tokens' },
  ])('do not wait for each other while the asking holds $table', async (lingering) => {
    await givenProven()
    const token = await givenCode()
    expect(await during(lingering, ask, [show(token)])).toEqual([200, 403])
  })

  it.each([
    { event: 'after update', table: 'auth.one_time_tokens' },
    { event: 'after insert', table: 'auth.sessions' },
  ])('do not wait for each other while the using holds $table', async (lingering) => {
    await givenProven()
    const token = await givenCode()
    expect(await during(lingering, show(token), [ask])).toEqual([200, 200])
  })

  it('do not wait for each other when the code is the first of a new account, shown twice', async () => {
    const token = await givenCode()
    const lingering = { event: 'after update', table: 'auth.one_time_tokens' }
    expect(await during(lingering, show(token), [show(token), ask])).toEqual([200, 403, 200])
  })
})

describe('a session refreshed and ended at the same moment', () => {
  async function givenSession() {
    const { client, userId } = await signedInClient(auth.platform, asel)
    const { session } = (await client.auth.getSession()).data
    if (!session) throw new Error('nobody is signed in')
    return { userId, token: session.access_token, refresh_token: session.refresh_token }
  }
  const refresh = (refresh_token: string) => () => post('token?grant_type=refresh_token', { refresh_token })
  const signOut = (token: string) => () => call(auth.platform, '/auth/v1/logout', { method: 'POST', token })

  it('does not wait for itself while the refresh holds its token', async () => {
    const { token, refresh_token } = await givenSession()
    const lingering = { event: 'after update', table: 'auth.refresh_tokens' }
    expect(await during(lingering, refresh(refresh_token), [signOut(token)])).toEqual([200, 204])
    expect(await auth.platform.db.selectFrom('auth.sessions').select('id').execute()).toEqual([])
  })

  it('does not wait for itself while the end holds the session', async () => {
    const { token, refresh_token } = await givenSession()
    const lingering = { event: 'before delete', table: 'auth.sessions' }
    expect(await during(lingering, signOut(token), [refresh(refresh_token)])).toEqual([204, 400])
  })

  it('does not wait for itself when its token was shown before', async () => {
    const { token, refresh_token } = await givenSession()
    expect((await refresh(refresh_token)()).status).toBe(200)
    const lingering = { event: 'before delete', table: 'auth.sessions' }
    expect(await during(lingering, signOut(token), [refresh(refresh_token)])).toEqual([204, 400])
  })

  it('does not wait for itself while a token that was shown before is shown again', async () => {
    const { token, refresh_token } = await givenSession()
    expect((await refresh(refresh_token)()).status).toBe(200)
    const lingering = { event: 'before update', table: 'auth.sessions' }
    expect(await during(lingering, refresh(refresh_token), [signOut(token)])).toEqual([200, 204])
  })

  it('by one token twice, and by the one before it, waits for nobody for ever', async () => {
    const { refresh_token } = await givenSession()
    const { body } = await refresh(refresh_token)()
    const newest = String(body.refresh_token)
    for (const table of ['auth.refresh_tokens', 'auth.sessions']) {
      const lingering = { event: 'after update', table }
      const others = [refresh(newest), refresh(refresh_token)]
      expect(await during(lingering, refresh(newest), others)).toEqual([200, 200, 200])
    }
    expect(await auth.platform.db.selectFrom('auth.refresh_tokens').select('id').execute()).toHaveLength(3)
  })

  it('does not wait for itself when the account goes as its code is used', async () => {
    const { userId } = await givenSession()
    await sql`delete from platform.mail_throttle`.execute(auth.platform.db)
    const code = await codeFor(asel)
    const show = () => post('verify', { type: 'email', email: asel, token: code })
    const remove = async () => {
      const { error } = await serviceClient(auth.platform).auth.admin.deleteUser(userId)
      return { status: error?.status ?? 200 }
    }
    const lingering = { event: 'after update', table: 'auth.one_time_tokens' }
    expect(await during(lingering, show, [remove])).toEqual([200, 200])
    expect(await auth.platform.db.selectFrom('auth.users').select('id').execute()).toEqual([])
  })
})

describe('a second factor that is taken away', () => {
  async function givenFactor() {
    const { client, userId } = await signedInClient(auth.platform, asel)
    const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp' })
    if (error) throw error
    const factorId = data.id
    const totp = new TOTP({ secret: Secret.fromBase32(data.totp.secret) })
    const show = async () => {
      const shown = await client.auth.mfa.challengeAndVerify({ factorId, code: totp.generate() })
      return { status: shown.error?.status ?? 200 }
    }
    expect((await show()).status).toBe(200)
    const token = (await client.auth.getSession()).data.session?.access_token ?? ''
    const path = `/auth/v1/factors/${factorId}`
    const takeAway = () => call(auth.platform, path, { method: 'DELETE', token })
    const ask = () => call(auth.platform, `${path}/challenge`, { method: 'POST', token, body: '{}' })
    const takeAwayForThem = async () => {
      const { error } = await serviceClient(auth.platform).auth.admin.mfa.deleteFactor({
        userId,
        id: factorId,
      })
      return { status: error?.status ?? 200 }
    }
    return { userId, show, takeAway, ask, takeAwayForThem }
  }

  it('does not wait for the account that goes', async () => {
    const { userId, takeAway } = await givenFactor()
    const remove = async () => {
      const { error } = await serviceClient(auth.platform).auth.admin.deleteUser(userId)
      return { status: error?.status ?? 200 }
    }
    const lingering = { event: 'before delete', table: 'auth.sessions' }
    const [removed, takenAway] = await during(lingering, remove, [takeAway])
    expect(removed).toBe(200)
    // Where there is one connection alone, it comes when the account is gone.
    expect([200, 403]).toContain(takenAway)
    expect(await auth.platform.db.selectFrom('auth.users').select('id').execute()).toEqual([])
  })

  it('is not there for whoever asks for a challenge of it meanwhile', async () => {
    const { takeAway, ask } = await givenFactor()
    const lingering = { event: 'after delete', table: 'auth.mfa_factors' }
    expect(await during(lingering, takeAway, [ask])).toEqual([200, 404])
  })

  it.each(['takeAway', 'takeAwayForThem'] as const)('does not wait for its code, by %s', async (who) => {
    const factor = await givenFactor()
    const { show } = factor
    const takeAway = factor[who]
    // The same code counts once more.
    await sql`update auth.mfa_factors set last_totp_step = null`.execute(auth.platform.db)
    const lingering = { event: 'after update of last_totp_step', table: 'auth.mfa_factors' }
    expect(await during(lingering, show, [takeAway])).toEqual([200, 200])
    expect(await auth.platform.db.selectFrom('auth.mfa_factors').select('id').execute()).toEqual([])
    const { aal } = await auth.platform.db.selectFrom('auth.sessions').select('aal').executeTakeFirstOrThrow()
    expect(aal).toBe('aal1')
  })
})

describe('a second factor that is first proven', () => {
  it('counts for the address alone that asked for its challenge', async () => {
    const { client } = await signedInClient(auth.platform, asel)
    const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp' })
    if (error) throw error
    const challenge = await client.auth.mfa.challenge({ factorId: data.id })
    await sql`update auth.mfa_challenges set ip_address = '192.0.2.1'`.execute(auth.platform.db)
    const shown = await client.auth.mfa.verify({
      factorId: data.id,
      challengeId: challenge.data?.id ?? '',
      code: new TOTP({ secret: Secret.fromBase32(data.totp.secret) }).generate(),
    })
    expect(shown.error).toMatchObject({ status: 422, code: 'mfa_ip_address_mismatch' })
    expect((await client.auth.mfa.listFactors()).data?.totp).toEqual([])
  })

  it('is not taken away by a session that its proof has ended', async () => {
    const password = 'a long phrase of hers'
    const userId = await givenProven({ password })
    const signIn = async () =>
      String((await post('token?grant_type=password', { email: asel, password })).body.access_token)
    const token = await signIn()
    const left = await signIn()
    const enrolled = await call(auth.platform, '/auth/v1/factors', {
      method: 'POST',
      token,
      body: JSON.stringify({ factor_type: 'totp' }),
    })
    const { id, totp } = enrolled.body as { id: string; totp: { secret: string } }
    const path = `/auth/v1/factors/${id}`
    const challenge = await call(auth.platform, `${path}/challenge`, { method: 'POST', token, body: '{}' })
    const code = new TOTP({ secret: Secret.fromBase32(totp.secret) }).generate()
    const show = () =>
      call(auth.platform, `${path}/verify`, {
        method: 'POST',
        token,
        body: JSON.stringify({ challenge_id: challenge.body.id, code }),
      })
    const takeAway = () => call(auth.platform, path, { method: 'DELETE', token: left })
    const lingering = { event: 'after update of status', table: 'auth.mfa_factors' }
    expect(await during(lingering, show, [takeAway])).toEqual([200, 403])
    const { data } = await serviceClient(auth.platform).auth.admin.mfa.listFactors({ userId })
    expect(data?.factors.map(({ status }) => status)).toEqual(['verified'])
  })
})

it('counts are taken back in the order that others count in', async () => {
  const { db } = auth.platform
  // As they lie in the table, the later one comes first.
  await incrementCounts(db, ['b'], 3_600)
  await incrementCounts(db, ['a'], 3_600)
  await sql`analyze auth.attempt_counts`.execute(db)
  let taking: Promise<void> | undefined
  await db.transaction().execute(async (trx) => {
    await incrementCounts(trx, ['a'], 3_600)
    taking = decrementCounts(db, ['a', 'b'])
    await new Promise((resolve) => setTimeout(resolve, 200))
    await incrementCounts(trx, ['b'], 3_600)
  })
  await taking
  const { rows } = await sql`select subject, count from auth.attempt_counts order by subject`.execute(db)
  expect(rows).toEqual([
    { subject: 'a', count: 1 },
    { subject: 'b', count: 1 },
  ])
})

it.each(['new', 'banned'])('the right code of somebody %s is no wrong try', async (who) => {
  const id = who === 'banned' ? await givenProven() : ''
  const token = await codeFor(asel)
  if (id) await serviceClient(auth.platform).auth.admin.updateUserById(id, { ban_duration: '1h' })
  await sql`create table public.tries as select tries, used_at from auth.one_time_tokens where false`.execute(
    auth.platform.db,
  )
  await sql`create function public.note_try() returns trigger language plpgsql as $$
    begin insert into public.tries values (new.tries, new.used_at); return null; end $$`.execute(
    auth.platform.db,
  )
  await sql`create trigger note_try after update on auth.one_time_tokens
    for each row execute function public.note_try()`.execute(auth.platform.db)
  try {
    const shown = await post('verify', { type: 'email', email: asel, token })
    expect(shown.status).toBe(who === 'banned' ? 403 : 200)
    const { rows } = await sql`select tries, used_at is not null as is_used from public.tries`.execute(
      auth.platform.db,
    )
    expect(rows).toEqual([{ tries: 1, is_used: true }])
  } finally {
    await sql`drop trigger note_try on auth.one_time_tokens`.execute(auth.platform.db)
    await sql`drop function public.note_try()`.execute(auth.platform.db)
    await sql`drop table public.tries`.execute(auth.platform.db)
  }
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
  await serviceClient(auth.platform).auth.admin.updateUserById(id, { ban_duration: '1h' })
  const show = async (shown: string) =>
    (await post('verify', { type: 'email', email: asel, token: shown })).body
  expect((await show(token === '000000' ? '000001' : '000000')).error_code).toBe('otp_expired')
  expect((await show(token)).error_code).toBe('user_banned')
  expect(await auth.platform.db.selectFrom('auth.sessions').select('id').execute()).toEqual([])
})

it('a code starts a session that ends as those of its role do, and a refresh does not put it off', async () => {
  await givenProven({ app_metadata: { role: 'staff' } })
  const token = await codeFor(asel)
  const { body } = await post('verify', { type: 'email', email: asel, token })
  const endOf = async () => {
    const { not_after, created_at } = await auth.platform.db
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
  await sql`insert into auth.attempt_counts values ('old', 1, now() - interval '3 days')`.execute(
    auth.platform.db,
  )
  await sql`insert into platform.mail_throttle values ('old', now() - interval '3 days')`.execute(
    auth.platform.db,
  )
  // Once in sixteen times, so that hardly ever two hundred do not.
  for (let i = 0; i < 200; i++) await sql`select platform.forget_old_counts()`.execute(auth.platform.db)
  expect(await auth.platform.db.selectFrom('platform.mail_throttle').selectAll().execute()).toEqual([])
  const { rows } = await sql`select from auth.attempt_counts where subject = 'old'`.execute(auth.platform.db)
  expect(rows).toEqual([])
})

it('none of the steps of a sign-in is for anybody but the platform', async () => {
  const { rows } = await sql<{ name: string }>`
    select proname as name from pg_proc
    where pronamespace = 'platform'::regnamespace and proname <> 'require_session'
      and (has_function_privilege('anon', oid, 'execute') or has_function_privilege('service_role', oid, 'execute'))`.execute(
    auth.platform.db,
  )
  expect(rows).toEqual([])
})
