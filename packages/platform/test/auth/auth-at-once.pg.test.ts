import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { countDown, countUp } from '../../src/auth/codes/attempt-counts.ts'
import { providers } from '../../src/optional/providers/providers.ts'
import { agreeToChange, call, serviceClient, signedInClient } from '../../testing/clients.ts'
import { givenPlatform, type TestPlatform } from '../../testing/given-platform.ts'
import { lingerSeconds } from '../../testing/linger.ts'
import { truncateAll } from '../../testing/truncate-all.ts'

const asel = 'asel@example.com'
let platform: TestPlatform

beforeAll(async () => {
  platform = await givenPlatform({
    auth: {
      smtpMaxFrequency: 60,
      sessionTimeboxByRole: { staff: 3_600 },
      updatePasswordRequireReauthentication: true,
    },
    optionalSignIns: [providers({ manualLinking: true })],
  })
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

beforeAll(async () => {
  await sql`create function public.linger() returns trigger language plpgsql as $$
    begin perform pg_sleep(${sql.lit(lingerSeconds)}); return coalesce(new, old); end $$`.execute(platform.db)
})

/**
 * Returns true when somebody does. Where there is one connection alone this is answered when nobody
 * does any more.
 */
async function isLingering(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`.execute(
    platform.db,
  )
  return rows.length > 0
}

/** Does one thing, which lingers once it holds a row of the table, and the others meanwhile. */
async function during(
  { event, table }: { event: string; table: string },
  first: () => Promise<{ status: number }>,
  others: (() => Promise<{ status: number }>)[],
): Promise<number[]> {
  const name = sql.raw(table)
  await sql`create trigger linger ${sql.raw(event)} on ${name}
    for each row execute function public.linger()`.execute(platform.db)
  try {
    let isOver = false
    const begun = first().finally(() => {
      isOver = true
    })
    while (!isOver && !(await isLingering())) await new Promise((resolve) => setTimeout(resolve, 20))
    const answers = await Promise.all([begun, ...others.map((other) => other())])
    return answers.map(({ status }) => status)
  } finally {
    await sql`drop trigger linger on ${name}`.execute(platform.db)
  }
}

describe('a code asked for and one used at the same moment', () => {
  const ask = () => post('otp', { email: asel })
  const show = (token: string) => () => post('verify', { type: 'email', email: asel, token })
  async function givenCode(): Promise<string> {
    const token = await codeFor(asel)
    await sql`delete from platform.mail_throttle`.execute(platform.db)
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
    const { client, userId } = await signedInClient(platform, asel)
    const { session } = (await client.auth.getSession()).data
    if (!session) throw new Error('nobody is signed in')
    return { userId, token: session.access_token, refresh_token: session.refresh_token }
  }
  const refresh = (refresh_token: string) => () => post('token?grant_type=refresh_token', { refresh_token })
  const signOut = (token: string) => () => call(platform, '/auth/v1/logout', { method: 'POST', token })

  it('does not wait for itself while the refresh holds its token', async () => {
    const { token, refresh_token } = await givenSession()
    const lingering = { event: 'after update', table: 'auth.refresh_tokens' }
    expect(await during(lingering, refresh(refresh_token), [signOut(token)])).toEqual([200, 204])
    expect(await platform.db.selectFrom('auth.sessions').select('id').execute()).toEqual([])
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
    expect(await platform.db.selectFrom('auth.refresh_tokens').select('id').execute()).toHaveLength(3)
  })

  it('does not wait for itself when the account goes as its code is used', async () => {
    const { userId } = await givenSession()
    await sql`delete from platform.mail_throttle`.execute(platform.db)
    const code = await codeFor(asel)
    const show = () => post('verify', { type: 'email', email: asel, token: code })
    const remove = async () => {
      const { error } = await serviceClient(platform).auth.admin.deleteUser(userId)
      return { status: error?.status ?? 200 }
    }
    const lingering = { event: 'after update', table: 'auth.one_time_tokens' }
    expect(await during(lingering, show, [remove])).toEqual([200, 200])
    expect(await platform.db.selectFrom('auth.users').select('id').execute()).toEqual([])
  })
})

describe('an account that goes', () => {
  const lingering = { event: 'after update', table: 'auth.one_time_tokens' }
  const removeAs = (userId: string, softly: boolean) => async () => {
    const { error } = await serviceClient(platform).auth.admin.deleteUser(userId, softly)
    return { status: error?.status ?? 200 }
  }

  it('does not wait for the change of its password by a code', async () => {
    const { client, userId } = await signedInClient(platform, asel)
    await sql`delete from platform.mail_throttle`.execute(platform.db)
    expect((await client.auth.reauthenticate()).error).toBeNull()
    const { code: nonce } = platform.lastMailTo(asel)
    await sql`update auth.sessions set created_at = now() - interval '3 days'`.execute(platform.db)
    const change = async () => {
      const { error } = await client.auth.updateUser({ password: 'another one', nonce })
      return { status: error?.status ?? 200 }
    }
    expect(await during(lingering, change, [removeAs(userId, false)])).toEqual([200, 200])
    expect(await platform.db.selectFrom('auth.users').select('id').execute()).toEqual([])
  })

  it('softly does not wait for a sign-in by its code', async () => {
    const userId = await givenProven()
    const token = await codeFor(asel)
    const show = () => post('verify', { type: 'email', email: asel, token })
    expect(await during(lingering, show, [removeAs(userId, true)])).toEqual([200, 200])
    expect(await platform.db.selectFrom('auth.sessions').select('id').execute()).toEqual([])
  })

  it('does not wait for the first proof of its address', async () => {
    const token = await codeFor(asel)
    const { id } = await platform.db.selectFrom('auth.users').select('id').executeTakeFirstOrThrow()
    await sql`insert into auth.sessions (id, user_id) values (gen_random_uuid(), ${id})`.execute(platform.db)
    const show = () => post('verify', { type: 'email', email: asel, token })
    expect(await during(lingering, show, [removeAs(id, false)])).toEqual([200, 200])
  })
})

describe('a second factor that is taken away', () => {
  async function givenFactor() {
    const { client, userId } = await signedInClient(platform, asel)
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
    const takeAway = () => call(platform, path, { method: 'DELETE', token })
    const ask = () => call(platform, `${path}/challenge`, { method: 'POST', token, body: '{}' })
    const takeAwayForThem = async () => {
      const { error } = await serviceClient(platform).auth.admin.mfa.deleteFactor({ userId, id: factorId })
      return { status: error?.status ?? 200 }
    }
    return { userId, show, takeAway, ask, takeAwayForThem }
  }

  it('does not wait for the account that goes', async () => {
    const { userId, takeAway } = await givenFactor()
    const remove = async () => {
      const { error } = await serviceClient(platform).auth.admin.deleteUser(userId)
      return { status: error?.status ?? 200 }
    }
    const lingering = { event: 'before delete', table: 'auth.sessions' }
    const [removed, takenAway] = await during(lingering, remove, [takeAway])
    expect(removed).toBe(200)
    // Where there is one connection alone, it comes when the account is gone.
    expect([200, 403]).toContain(takenAway)
    expect(await platform.db.selectFrom('auth.users').select('id').execute()).toEqual([])
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
    await sql`update auth.mfa_factors set last_totp_step = null`.execute(platform.db)
    const lingering = { event: 'after update of last_totp_step', table: 'auth.mfa_factors' }
    expect(await during(lingering, show, [takeAway])).toEqual([200, 200])
    expect(await platform.db.selectFrom('auth.mfa_factors').select('id').execute()).toEqual([])
    const { aal } = await platform.db.selectFrom('auth.sessions').select('aal').executeTakeFirstOrThrow()
    expect(aal).toBe('aal1')
  })
})

describe('a second factor that is first proven', () => {
  it('counts for the address alone that asked for its challenge', async () => {
    const { client } = await signedInClient(platform, asel)
    const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp' })
    if (error) throw error
    const challenge = await client.auth.mfa.challenge({ factorId: data.id })
    await sql`update auth.mfa_challenges set ip_address = '192.0.2.1'`.execute(platform.db)
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
    const enrolled = await call(platform, '/auth/v1/factors', {
      method: 'POST',
      token,
      body: JSON.stringify({ factor_type: 'totp' }),
    })
    const { id, totp } = enrolled.body as { id: string; totp: { secret: string } }
    const path = `/auth/v1/factors/${id}`
    const challenge = await call(platform, `${path}/challenge`, { method: 'POST', token, body: '{}' })
    const code = new TOTP({ secret: Secret.fromBase32(totp.secret) }).generate()
    const show = () =>
      call(platform, `${path}/verify`, {
        method: 'POST',
        token,
        body: JSON.stringify({ challenge_id: challenge.body.id, code }),
      })
    const takeAway = () => call(platform, path, { method: 'DELETE', token: left })
    const lingering = { event: 'after update of status', table: 'auth.mfa_factors' }
    expect(await during(lingering, show, [takeAway])).toEqual([200, 403])
    const { data } = await serviceClient(platform).auth.admin.mfa.listFactors({ userId })
    expect(data?.factors.map(({ status }) => status)).toEqual(['verified'])
  })
})

describe('an identity that is taken away', () => {
  it('does not wait for the code that signs in by its address', async () => {
    const userId = await givenProven()
    const { client } = await signedInClient(platform, asel)
    const session = (await client.auth.getSession()).data.session?.access_token ?? ''
    await sql`
      insert into auth.identities (provider_id, user_id, identity_data, provider)
      values ('1', ${userId}::uuid, '{"sub":"1","email":"asel@gmail.example","email_verified":true}', 'google')`.execute(
      platform.db,
    )
    const { id } = await platform.db
      .selectFrom('auth.identities')
      .select('id')
      .where('provider', '=', 'email')
      .executeTakeFirstOrThrow()
    await sql`delete from platform.mail_throttle`.execute(platform.db)
    await sql`update auth.users set recovery_sent_at = null`.execute(platform.db)
    const token = await codeFor(asel)
    const show = () => post('verify', { type: 'email', email: asel, token })
    const unlink = () =>
      call(platform, `/auth/v1/user/identities/${id}`, { method: 'DELETE', token: session })
    const lingering = { event: 'after update', table: 'auth.one_time_tokens' }
    expect(await during(lingering, show, [unlink])).toEqual([200, 200])
  })
})

describe('an account that is written to again as it goes', () => {
  const challenge = { code_challenge: 'v'.repeat(64), code_challenge_method: 'plain' }
  const password = 'long enough'

  it.each([
    [
      'a link for one client',
      'after insert',
      'auth.flow_state',
      () => post('otp', { email: asel, ...challenge }),
    ],
    ['its sign-up, once more', 'after update', 'auth.users', () => post('signup', { email: asel, password })],
    [
      'the link of its sign-up',
      'after update',
      'auth.users',
      async () => {
        const { error } = await serviceClient(platform).auth.admin.generateLink({
          type: 'signup',
          email: asel,
          password,
        })
        return { status: error?.status ?? 200 }
      },
    ],
  ])('does not wait for %s', async (_, event, table, write) => {
    await codeFor(asel)
    await sql`delete from platform.mail_throttle`.execute(platform.db)
    const { id } = await platform.db.selectFrom('auth.users').select('id').executeTakeFirstOrThrow()
    const remove = async () => {
      const { error } = await serviceClient(platform).auth.admin.deleteUser(id)
      return { status: error?.status ?? 200 }
    }
    expect(await during({ event, table }, write, [remove])).toEqual([200, 200])
    expect(await platform.db.selectFrom('auth.users').select('id').execute()).toEqual([])
  })
})

describe('an account of which nothing is proven, with codes of two kinds, that goes', () => {
  const remove = (id: string) => async () => {
    const { error } = await serviceClient(platform).auth.admin.deleteUser(id)
    return { status: error?.status ?? 200 }
  }
  /** Asks for a sign-in, and then for a new password, whose code is held after that of the sign-in. */
  async function givenTwoCodes(asking: object = {}) {
    await codeFor(asel)
    await sql`delete from platform.mail_throttle`.execute(platform.db)
    expect((await post('recover', { email: asel, ...asking })).status).toBe(200)
    await expect.poll(() => platform.mails.length).toBe(2)
    const { id } = await platform.db.selectFrom('auth.users').select('id').executeTakeFirstOrThrow()
    return { id, ...platform.lastMailTo(asel) }
  }
  const noUser = () => platform.db.selectFrom('auth.users').select('id').execute()

  it('does not wait for the code that proves its address', async () => {
    const { id, code } = await givenTwoCodes()
    const show = () => post('verify', { type: 'recovery', email: asel, token: code })
    const lingering = { event: 'after update', table: 'auth.one_time_tokens' }
    expect(await during(lingering, show, [remove(id)])).toEqual([200, 200])
    expect(await noUser()).toEqual([])
  })

  it('does not wait for the link that proves its address', async () => {
    const { id, link } = await givenTwoCodes()
    const { searchParams } = new URL(link)
    const token_hash = searchParams.get('token_hash') ?? searchParams.get('token')
    const follow = () => post('verify', { type: 'recovery', token_hash })
    const lingering = { event: 'after update', table: 'auth.one_time_tokens' }
    expect(await during(lingering, follow, [remove(id)])).toEqual([200, 200])
    expect(await noUser()).toEqual([])
  })

  it('does not wait for the client that fetches the session of its link', async () => {
    const verifier = 'v'.repeat(64)
    const { id, link } = await givenTwoCodes({ code_challenge: verifier, code_challenge_method: 'plain' })
    const { pathname, search } = new URL(link)
    const followed = await fetch(`${platform.url}${pathname}${search}`, { redirect: 'manual' })
    const auth_code = new URL(followed.headers.get('location') ?? '').searchParams.get('code')
    const trade = () => post('token?grant_type=pkce', { auth_code, code_verifier: verifier })
    const lingering = { event: 'before delete', table: 'auth.flow_state' }
    expect(await during(lingering, trade, [remove(id)])).toEqual([200, 200])
    expect(await noUser()).toEqual([])
  })

  it('does not wait for an administrator who vouches for its address', async () => {
    const { data } = await serviceClient(platform).auth.admin.createUser({ email: asel })
    const id = data.user?.id ?? ''
    // As they lie in the table, the one that is held last comes first.
    expect((await post('recover', { email: asel })).status).toBe(200)
    await expect.poll(() => platform.mails.length).toBe(1)
    await sql`delete from platform.mail_throttle`.execute(platform.db)
    await codeFor(asel)
    await sql`analyze auth.one_time_tokens`.execute(platform.db)
    expect(await platform.db.selectFrom('auth.one_time_tokens').select('id').execute()).toHaveLength(2)
    const vouch = async () => {
      const { error } = await serviceClient(platform).auth.admin.updateUserById(id, { email_confirm: true })
      return { status: error?.status ?? 200 }
    }
    const lingering = { event: 'before delete', table: 'auth.one_time_tokens' }
    expect(await during(lingering, vouch, [remove(id)])).toEqual([200, 200])
    expect(await noUser()).toEqual([])
  })
})

describe('a change of address asked for again and agreed to at the same moment', () => {
  it.each([
    { event: 'after update of email_change_sent_at', table: 'auth.users' },
    { event: 'after insert or update', table: 'auth.one_time_tokens' },
  ])('does not wait for itself while the asking holds $table', async (lingering) => {
    const { client } = await signedInClient(platform, asel)
    const next = 'next@example.com'
    expect((await client.auth.updateUser({ email: next })).error).toBeNull()
    await expect.poll(() => platform.mails.some(({ to }) => to === next)).toBe(true)
    await sql`delete from platform.mail_throttle`.execute(platform.db)
    const { code: token } = platform.lastMailTo(next)
    const resend = () => post('resend', { type: 'email_change', email: asel })
    const agree = () => agreeToChange(platform, client, { email: next, token })
    const [resent, agreed] = await during(lingering, resend, [agree])
    expect(resent).toBe(200)
    expect([200, 403]).toContain(agreed)
  })
})

it('counts are taken back in the order that others count in', async () => {
  const { db } = platform
  // As they lie in the table, the later one comes first.
  await countUp(db, ['b'], 3_600)
  await countUp(db, ['a'], 3_600)
  await sql`analyze auth.attempt_counts`.execute(db)
  let taking: Promise<void> | undefined
  await db.transaction().execute(async (trx) => {
    await countUp(trx, ['a'], 3_600)
    taking = countDown(db, ['a', 'b'])
    await new Promise((resolve) => setTimeout(resolve, 200))
    await countUp(trx, ['b'], 3_600)
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
  if (id) await serviceClient(platform).auth.admin.updateUserById(id, { ban_duration: '1h' })
  await sql`create table public.tries as select tries, used_at from auth.one_time_tokens where false`.execute(
    platform.db,
  )
  await sql`create function public.note_try() returns trigger language plpgsql as $$
    begin insert into public.tries values (new.tries, new.used_at); return null; end $$`.execute(platform.db)
  await sql`create trigger note_try after update on auth.one_time_tokens
    for each row execute function public.note_try()`.execute(platform.db)
  try {
    const shown = await post('verify', { type: 'email', email: asel, token })
    expect(shown.status).toBe(who === 'banned' ? 403 : 200)
    const { rows } = await sql`select tries, used_at is not null as is_used from public.tries`.execute(
      platform.db,
    )
    expect(rows).toEqual([{ tries: 1, is_used: true }])
  } finally {
    await sql`drop trigger note_try on auth.one_time_tokens`.execute(platform.db)
    await sql`drop function public.note_try()`.execute(platform.db)
    await sql`drop table public.tries`.execute(platform.db)
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
