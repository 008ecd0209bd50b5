import { DefaultQueryExecutor, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { agreeToChange, call, serviceClient, signedInClient, visitorClient } from '../../testing/clients.ts'
import { givenPlatform, type TestPlatform } from '../../testing/given-platform.ts'
import { truncateAll } from '../../testing/truncate-all.ts'

const asel = 'asel@example.com'
const stranger = { password: 'of a stranger', data: { name: 'Чужой', phone: '+77019999999' } }
let platform: TestPlatform

beforeAll(async () => {
  platform = await givenPlatform({
    auth: { anonymousUsersEnabled: true },
  })
})
afterAll(() => platform.close())
beforeEach(async () => {
  await truncateAll(platform.db)
  platform.mails.length = 0
})

/** An account with everything a stranger could have left in it before its address was proven. */
async function givenClaimedAddress(): Promise<string> {
  const { data, error } = await serviceClient(platform).auth.admin.createUser({
    email: asel,
    phone: '77019999999',
    password: stranger.password,
    user_metadata: stranger.data,
  })
  if (error) throw error
  const now = new Date()
  const userId = data.user.id
  await platform.db
    .insertInto('auth.mfa_factors')
    .values({
      id: crypto.randomUUID(),
      user_id: userId,
      factor_type: 'totp',
      status: 'verified',
      friendly_name: 'чужой',
      secret: 'JBSWY3DPEHPK3PXP',
      created_at: now,
      updated_at: now,
    })
    .execute()
  return userId
}

async function codeOf(kind: string): Promise<string> {
  await expect.poll(() => platform.mails.some((mail) => mail.kind === kind)).toBe(true)
  return platform.lastMailTo(asel).code
}

async function follow(link: string): Promise<URL> {
  const answer = await fetch(link.replace('http://platform.test', platform.url), { redirect: 'manual' })
  return new URL(answer.headers.get('location') ?? '')
}

const proofs: Record<string, (userId: string) => Promise<unknown>> = {
  'a code for signing in': async () => {
    await visitorClient(platform).auth.signInWithOtp({ email: asel })
    const token = platform.lastMailTo(asel).code
    return visitorClient(platform).auth.verifyOtp({ email: asel, token, type: 'email' })
  },
  "the code of a stranger's sign-up, typed in to sign in": async () => {
    await visitorClient(platform).auth.signUp({
      email: asel,
      password: stranger.password,
      options: { data: stranger.data },
    })
    const token = await codeOf('confirmation')
    return visitorClient(platform).auth.verifyOtp({ email: asel, token, type: 'email' })
  },
  'a link for signing in': async () => {
    await visitorClient(platform).auth.signInWithOtp({ email: asel })
    return follow(platform.lastMailTo(asel).link)
  },
  'a recovery': async () => {
    await visitorClient(platform).auth.resetPasswordForEmail(asel)
    const token = await codeOf('recovery')
    return visitorClient(platform).auth.verifyOtp({ email: asel, token, type: 'recovery' })
  },
  'an invitation': async () => {
    await serviceClient(platform).auth.admin.inviteUserByEmail(asel)
    return follow(platform.lastMailTo(asel).link)
  },
  'a link an administrator made': async () => {
    const { data } = await serviceClient(platform).auth.admin.generateLink({ type: 'magiclink', email: asel })
    return follow(data.properties?.action_link ?? '')
  },
  'the word of an administrator': (userId) =>
    serviceClient(platform).auth.admin.updateUserById(userId, { email_confirm: true }),
}

describe('whoever proves an address that a stranger claimed', () => {
  it.each(Object.keys(proofs))('starts clean by %s', async (way) => {
    const userId = await givenClaimedAddress()
    await proofs[way]?.(userId)
    const { data } = await serviceClient(platform).auth.admin.getUserById(userId)
    expect(data.user?.email_confirmed_at).toBeDefined()
    expect(data.user?.phone).toBe('')
    expect(data.user?.factors ?? []).toEqual([])
    expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(['email'])
    expect(data.user?.user_metadata).not.toMatchObject({ name: expect.anything() })
    expect(data.user?.user_metadata).not.toHaveProperty('phone')
    const { error } = await visitorClient(platform).auth.signInWithPassword({
      email: asel,
      password: stranger.password,
    })
    expect(error?.code).toBe('invalid_credentials')
  })

  it('starts clean in the account of somebody without an address who asked for theirs', async () => {
    const anonymous = visitorClient(platform)
    await anonymous.auth.signInAnonymously({ options: { data: stranger.data } })
    const before = (await anonymous.auth.getSession()).data.session?.access_token ?? ''
    await anonymous.auth.updateUser({ email: asel })
    const token = await codeOf('email_change')
    const { body } = await agreeToChange(platform, anonymous, { email: asel, token })
    expect(body.user).toMatchObject({ email: asel })
    expect(body.user).not.toHaveProperty('user_metadata.name')
    expect((await call(platform, '/auth/v1/user', { token: before })).body.error_code).toBe(
      'session_not_found',
    )
  })

  it('keeps a password of their own through later codes', async () => {
    const { client } = await signedInClient(platform, asel)
    expect(
      (await client.auth.updateUser({ password: 'my own one', data: { name: 'Асель' } })).error,
    ).toBeNull()
    const { client: again } = await signedInClient(platform, asel)
    expect((await again.auth.getUser()).data.user?.user_metadata.name).toBe('Асель')
    const signedIn = await visitorClient(platform).auth.signInWithPassword({
      email: asel,
      password: 'my own one',
    })
    expect(signedIn.error).toBeNull()
  })
})

describe('a sign-up', () => {
  it('changes nothing of an account that is there', async () => {
    const userId = await givenClaimedAddress()
    const row = () =>
      platform.db
        .selectFrom('auth.users')
        .select(['encrypted_password', 'raw_user_meta_data', 'phone', 'email_confirmed_at'])
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
    const before = await row()
    await visitorClient(platform).auth.signUp({
      email: asel,
      password: 'another one',
      options: { data: { name: 'Другой' } },
    })
    expect(await row()).toEqual(before)
  })
})

describe('a link asked for with a code challenge', () => {
  const challenge = { code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' }
  const ask = () =>
    call(platform, '/auth/v1/otp', { method: 'POST', body: JSON.stringify({ email: asel, ...challenge }) })

  it('leaves the code beside it good when it was opened elsewhere, and proves nothing by itself', async () => {
    await ask()
    const { link, code } = platform.lastMailTo(asel)
    const authCode = (await follow(link)).searchParams.get('code')
    expect(authCode).toBeTruthy()
    const { data } = await serviceClient(platform).auth.admin.listUsers()
    expect(data.users[0]?.email_confirmed_at).toBeUndefined()
    expect((await follow(link)).searchParams.get('error_code')).toBe('otp_expired')

    const elsewhere = await visitorClient(platform).auth.verifyOtp({
      email: asel,
      token: code,
      type: 'email',
    })
    expect(elsewhere.error).toBeNull()
  })

  const trade = (auth_code: string | null) =>
    call(platform, '/auth/v1/token?grant_type=pkce', {
      method: 'POST',
      body: JSON.stringify({ auth_code, code_verifier: challenge.code_challenge }),
    })

  it.each(['for the first time', 'again'])(
    'leaves nothing to its asker once the code beside it was typed by whoever signs in %s',
    async (time) => {
      if (time === 'again') await signedInClient(platform, asel)
      await ask()
      const { link, code } = platform.lastMailTo(asel)
      const authCode = (await follow(link)).searchParams.get('code')
      expect(authCode).toBeTruthy()
      const typed = await visitorClient(platform).auth.verifyOtp({ email: asel, token: code, type: 'email' })
      expect(typed.error).toBeNull()
      expect(await trade(authCode)).toMatchObject({
        status: 404,
        body: { error_code: 'flow_state_not_found' },
      })
      expect((await follow(link)).searchParams.get('error_code')).toBe('otp_expired')
    },
  )

  it('signs in nobody by an address that is the account’s no more', async () => {
    const { userId } = await signedInClient(platform, asel)
    await ask()
    const authCode = (await follow(platform.lastMailTo(asel).link)).searchParams.get('code')
    expect(authCode).toBeTruthy()
    const users = platform.db.updateTable('auth.users').where('id', '=', userId)
    await users.set({ email: 'other@example.com' }).execute()
    expect(await trade(authCode)).toMatchObject({ status: 404, body: { error_code: 'flow_state_not_found' } })
    await users.set({ email: asel }).execute()
    expect((await trade(authCode)).status).toBe(200)
  })

  it('signs in nobody who was banned since it was followed', async () => {
    const { userId } = await signedInClient(platform, asel)
    await ask()
    const authCode = (await follow(platform.lastMailTo(asel).link)).searchParams.get('code')
    expect(authCode).toBeTruthy()
    const users = platform.db.updateTable('auth.users').where('id', '=', userId)
    await users.set({ banned_until: new Date(Date.now() + 60_000) }).execute()
    expect(await trade(authCode)).toMatchObject({ status: 403, body: { error_code: 'user_banned' } })
    await users.set({ banned_until: null }).execute()
    expect((await trade(authCode)).status).toBe(200)
  })

  it('uses up the code beside it once its asker has come back', async () => {
    await ask()
    const { link, code } = platform.lastMailTo(asel)
    const traded = await trade((await follow(link)).searchParams.get('code'))
    expect(traded.body).toMatchObject({ user: { email: asel, email_confirmed_at: expect.any(String) } })
    const late = await visitorClient(platform).auth.verifyOtp({ email: asel, token: code, type: 'email' })
    expect(late.error?.code).toBe('otp_expired')
  })
})

describe('whether an address has an account', () => {
  /** Every statement that the database is asked while `work` runs. */
  async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
    const spy = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery')
    try {
      await work()
      // The embedded database tends its tables itself, from time to time.
      const tending = /^(vacuum|analyze)\b|\bpg_stat_/
      return spy.mock.calls.map(([query]) => query.sql).filter((text) => !tending.test(text))
    } finally {
      spy.mockRestore()
    }
  }

  // A statement may be a function which decides by itself, so that what is asked does not tell what is written.
  const written = [
    ...['users', 'identities', 'one_time_tokens', 'flow_state', 'attempt_counts'].map((table) => ({
      table,
      schema: 'auth',
    })),
    ...['mail_throttle', 'decoys', 'decoy_codes', 'decoy_flows'].map((table) => ({
      table,
      schema: 'platform',
    })),
  ]
  beforeAll(async () => {
    // Sequences, which count what is undone afterwards, too.
    await sql`create function public.note_write() returns trigger language plpgsql as $$
      begin perform nextval(format('public.%s_%s', tg_table_name, tg_level)); return null; end $$`.execute(
      platform.db,
    )
    for (const { table, schema } of written) {
      for (const level of ['row', 'statement']) {
        await sql`create sequence ${sql.id('public', `${table}_${level}`)}`.execute(platform.db)
        await sql`create trigger ${sql.id(`note_${level}`)} after insert or update on ${sql.id(schema, table)}
          for each ${sql.raw(level)} execute function public.note_write()`.execute(platform.db)
      }
    }
  })
  afterAll(() => sql`drop function public.note_write() cascade`.execute(platform.db))

  /** How many rows of each table are inserted or updated while `work` runs, or how many statements do so, if to no row. */
  async function writesOf(level: 'row' | 'statement', work: () => Promise<unknown>) {
    for (const { table } of written) {
      await sql`alter sequence ${sql.id('public', `${table}_${level}`)} restart`.execute(platform.db)
    }
    await work()
    const counts: Record<string, number> = {}
    for (const { table } of written) {
      const { rows } = await sql<{ count: number }>`
        select case when is_called then last_value else 0 end::integer as count
        from ${sql.id('public', `${table}_${level}`)}`.execute(platform.db)
      counts[table] = rows[0]?.count ?? 0
    }
    return counts
  }

  /** Returns what was done to a decoy, as if it had been an account. */
  function asToAccount({ decoys = 0, decoy_codes = 0, decoy_flows = 0, ...counts }: Record<string, number>) {
    return {
      ...counts,
      users: (counts.users ?? 0) + decoys,
      one_time_tokens: (counts.one_time_tokens ?? 0) + decoy_codes,
      flow_state: (counts.flow_state ?? 0) + decoy_flows,
    }
  }

  it.each(['email', 'recovery', 'signup'])(
    'does not show in what a wrong code of kind %s asks of the database',
    async (type) => {
      await signedInClient(platform, asel)
      for (const email of [asel, 'nobody@example.com']) {
        await visitorClient(platform).auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
      }
      const guess = (email: string) =>
        statementsOf(async () => {
          const body = JSON.stringify({ type, email, token: 'wrong' })
          expect((await call(platform, '/auth/v1/verify', { method: 'POST', body })).status).toBe(403)
        })
      const [known, unknown] = [await guess(asel), await guess('nobody@example.com')]
      expect(known.length).toBeGreaterThan(0)
      expect(unknown).toEqual(known)
      for (const level of ['statement', 'row'] as const) {
        const tried = asToAccount(await writesOf(level, () => guess(asel)))
        if (level === 'statement') expect(tried).toMatchObject({ attempt_counts: 2, one_time_tokens: 1 })
        expect(asToAccount(await writesOf(level, () => guess('nobody@example.com')))).toEqual(tried)
      }
    },
  )

  it('is asked once: a code, a refresh and what each of them reads are one statement', async () => {
    const { client } = await signedInClient(platform, asel)
    await client.auth.updateUser({ password: 'long enough' })
    const visitor = visitorClient(platform)
    const asked = async (work: () => Promise<{ error: unknown }>) => {
      const statements = await statementsOf(async () => expect((await work()).error).toBeNull())
      // Several processes on one PostgreSQL hold their limits together, by a statement of its own.
      return statements.filter((text) => !text.includes('platform.rate_limits'))
    }
    const options = { shouldCreateUser: false }
    expect(await asked(() => visitor.auth.signInWithOtp({ email: asel, options }))).toHaveLength(1)
    const { code: token } = platform.lastMailTo(asel)
    expect(await asked(() => visitor.auth.verifyOtp({ email: asel, token, type: 'email' }))).toHaveLength(1)
    expect(await asked(() => visitor.auth.refreshSession())).toHaveLength(1)
    const password = 'long enough'
    const ofPassword = await asked(() => visitor.auth.signInWithPassword({ email: asel, password }))
    expect(ofPassword).toHaveLength(8)
    const reads = ofPassword.filter((text) => /select .*"(identities|mfa_factors)"/s.test(text))
    expect(reads).toHaveLength(1)
  })

  it('does not show in what asking for a code asks of the database', async () => {
    await signedInClient(platform, asel)
    for (const createUser of [false, true]) {
      const ask = async (email: string) => {
        const statements = await statementsOf(() =>
          visitorClient(platform).auth.signInWithOtp({ email, options: { shouldCreateUser: createUser } }),
        )
        // How many addresses a network has asked for is counted by what it asked itself, whoever has an account.
        return statements.filter((text) => !text.includes('platform.rate_limits'))
      }
      const known = await ask(asel)
      expect(known.length).toBeGreaterThan(0)
      expect(await ask(`nobody${createUser}@example.com`)).toEqual(known)
    }
  })

  it('does not show in what asking for a code writes', async () => {
    await signedInClient(platform, asel)
    const ask = (email: string, shouldCreateUser: boolean) =>
      writesOf('row', () =>
        visitorClient(platform).auth.signInWithOtp({ email, options: { shouldCreateUser } }),
      )
    const known = await ask(asel, false)
    expect(known).toEqual({
      users: 1,
      identities: 0,
      one_time_tokens: 1,
      flow_state: 0,
      attempt_counts: 3,
      mail_throttle: 1,
      decoys: 0,
      decoy_codes: 0,
      decoy_flows: 0,
    })
    expect(await ask(asel, true)).toEqual(known)
    const unknown = { ...known, users: 0, one_time_tokens: 0, decoys: 1, decoy_codes: 1 }
    for (const _first of [true, false]) expect(await ask('nobody@example.com', false)).toEqual(unknown)
    expect(await ask('new@example.com', true)).toEqual({ ...known, users: 2, identities: 1 })
  })

  it('does not show in the statements that asking for a code runs within the database', async () => {
    await signedInClient(platform, asel)
    const ask = (email: string) =>
      writesOf('statement', () =>
        visitorClient(platform).auth.signInWithOtp({ email, options: { shouldCreateUser: false } }),
      )
    // The counter is of insertions and updates; what is inserted over a row that is there counts as both.
    const [known, unknown] = [await ask(asel), await ask('nobody@example.com')]
    expect(unknown).toMatchObject({ users: 0, one_time_tokens: 0, decoy_codes: known.one_time_tokens })
    expect(unknown.attempt_counts).toBe(known.attempt_counts)
    expect(unknown.mail_throttle).toBe(known.mail_throttle)
    expect(unknown.decoys).toBe(2 * (known.users ?? 0))
  })

  const challenge = { code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' }

  it.each([
    ['a code', 'otp', { create_user: false }],
    ['a new password', 'recover', {}],
    ['a code with a challenge', 'otp', { create_user: false, ...challenge }],
    ['a new password with a challenge', 'recover', challenge],
    ['a confirmation with a challenge', 'resend', { type: 'signup', ...challenge }],
    ['a change of address', 'resend', { type: 'email_change' }],
  ])('does not show in how often asking for %s asks, and what it writes', async (_what, path, body) => {
    // Somebody whose sign-up is not finished: to whoever has finished theirs a confirmation is not sent.
    if ('type' in body) await visitorClient(platform).auth.signUp({ email: asel, password: 'long enough' })
    else await signedInClient(platform, asel)
    const ask = async (email: string) => {
      const counts = {}
      const statements = await statementsOf(async () => {
        const asked = () =>
          call(platform, `/auth/v1/${path}`, { method: 'POST', body: JSON.stringify({ email, ...body }) })
        Object.assign(counts, await writesOf('row', async () => expect((await asked()).status).toBe(200)))
      })
      return { counts: asToAccount(counts), statements: statements.length }
    }
    const known = await ask(asel)
    expect(known.counts).toMatchObject({
      users: 1,
      one_time_tokens: 1,
      flow_state: 'code_challenge' in body ? 1 : 0,
    })
    for (const _first of [true, false]) expect(await ask('nobody@example.com')).toEqual(known)
  })

  it.each([
    ['email', { email: asel }, { email: 'new@example.com' }],
    ['email with a challenge', { email: asel, ...challenge }, { email: 'new@example.com', ...challenge }],
  ])('does not show in what a sign-up by %s writes', async (_by, taken, free) => {
    const { error } = await serviceClient(platform).auth.admin.createUser({
      ...taken,
      email_confirm: true,
    })
    expect(error).toBeNull()
    const signUp = (address: object) =>
      writesOf('row', async () => {
        const body = JSON.stringify({ ...address, password: 'long enough' })
        expect((await call(platform, '/auth/v1/signup', { method: 'POST', body })).status).toBe(200)
      })
    const made = await signUp(free)
    expect(made).toMatchObject({ identities: 1, one_time_tokens: 1 })
    const undone = await signUp(taken)
    expect(undone).toMatchObject({ users: 1, decoys: 1 })
    expect(asToAccount(undone)).toEqual(asToAccount(made))
  })

  it('is kept of no address that has none', async () => {
    const options = { shouldCreateUser: false }
    await visitorClient(platform).auth.signInWithOtp({ email: 'nobody@example.com', options })
    for (const table of ['decoys', 'decoy_codes']) {
      const { rows } = await sql`select * from ${sql.id('platform', table)}`.execute(platform.db)
      expect(rows).toHaveLength(1)
      expect(JSON.stringify(rows)).not.toContain('nobody')
    }
    await sql`update platform.decoys set created_at = now() - interval '2 days'`.execute(platform.db)
    // Once in sixteen times, so that hardly ever two hundred do not.
    for (let i = 0; i < 200; i++) await sql`select platform.forget_old_counts()`.execute(platform.db)
    expect((await sql`select from platform.decoy_codes`.execute(platform.db)).rows).toEqual([])
  })

  it('does not show in what a wrong password asks of it', async () => {
    await signedInClient(platform, asel)
    const guess = (email: string) =>
      statementsOf(() => visitorClient(platform).auth.signInWithPassword({ email, password: 'wrong one' }))
    expect(await guess('nobody@example.com')).toEqual(await guess(asel))
  })

  it('does not show when a user asks to change to it: the answer and the work are alike, and nobody is written to', async () => {
    await signedInClient(platform, 'taken@example.com')
    const { client } = await signedInClient(platform, asel)
    const token = (await client.auth.getSession()).data.session?.access_token ?? ''
    const askFor = async (email: string) => {
      let answer: Awaited<ReturnType<typeof call>> | undefined
      const statements = await statementsOf(async () => {
        answer = await call(platform, '/auth/v1/user', {
          method: 'PUT',
          token,
          body: JSON.stringify({ email }),
        })
      })
      const names = Object.keys(answer?.body ?? {}).sort()
      // The count of a network's addresses follows from what the network asked before, not from an account.
      const asked = statements.filter((text) => !text.includes('platform.rate_limits'))
      return { status: answer?.status, names, newEmail: answer?.body.new_email === email, asked }
    }
    await askFor('warm@example.com')
    platform.mails.length = 0
    expect(await askFor('taken@example.com')).toEqual(await askFor('fresh@example.com'))
    await expect.poll(() => platform.mails.map(({ to }) => to)).toContain('fresh@example.com')
    expect(platform.mails.map(({ to }) => to)).not.toContain('taken@example.com')
  })
})

describe('what a person says of themselves', () => {
  const bulk = (letters: number, key = 'bulk') => ({ [key]: 'ж'.repeat(letters) })

  it('has room for 16 KiB, however it is brought there, and may always shrink', async () => {
    const { client, userId } = await signedInClient(platform, asel)
    expect((await client.auth.updateUser({ data: bulk(4_000, 'a') })).error).toBeNull()
    const more = await client.auth.updateUser({ data: bulk(5_000, 'b') })
    expect([more.error?.status, more.error?.code]).toEqual([422, 'validation_failed'])
    expect((await client.auth.getUser()).data.user?.user_metadata).not.toHaveProperty('b')

    await platform.db
      .updateTable('auth.users')
      .set({ raw_user_meta_data: JSON.stringify({ ...bulk(9_000, 'a'), ...bulk(2_000, 'b') }) })
      .where('id', '=', userId)
      .execute()
    expect((await client.auth.updateUser({ data: { b: null } })).error).toBeNull()
    expect((await client.auth.updateUser({ data: { c: 'c' } })).error?.code).toBe('validation_failed')
  })

  it('waits with a code in no more room than that', async () => {
    const ask = (email: string, data: object, auth = visitorClient(platform).auth) =>
      auth.signInWithOtp({ email, options: { data } })
    expect((await ask('new@example.com', bulk(9_000))).error?.code).toBe('validation_failed')
    expect((await ask('new@example.com', bulk(4_000))).error).toBeNull()
    const kept = () =>
      platform.db.selectFrom('auth.one_time_tokens').select('offer').execute().then(JSON.stringify)
    expect(await kept()).toContain('жжжж')
  })
})

it('an account may ask for five changes of its address a day, and writes to no more', async () => {
  const { client } = await signedInClient(platform, asel)
  platform.mails.length = 0
  const codes: (string | undefined)[] = []
  for (let i = 0; i < 7; i++) {
    codes.push((await client.auth.updateUser({ email: `victim${i}@example.com` })).error?.code)
  }
  expect(codes.filter((code) => code === undefined)).toHaveLength(5)
  expect(codes.slice(5)).toEqual(['over_request_rate_limit', 'over_request_rate_limit'])
  await expect.poll(() => platform.mails.filter(({ to }) => to.startsWith('victim')).length).toBe(5)
})
