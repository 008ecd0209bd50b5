import { DefaultQueryExecutor, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { call, serviceClient, signedInClient, visitorClient } from '../../testing/clients.ts'
import { asel, givenProof } from './given-proof.ts'

const claimed = givenProof()

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
      claimed.platform.db,
    )
    for (const { table, schema } of written) {
      for (const level of ['row', 'statement']) {
        await sql`create sequence ${sql.id('public', `${table}_${level}`)}`.execute(claimed.platform.db)
        await sql`create trigger ${sql.id(`note_${level}`)} after insert or update on ${sql.id(schema, table)}
          for each ${sql.raw(level)} execute function public.note_write()`.execute(claimed.platform.db)
      }
    }
  })
  afterAll(() => sql`drop function public.note_write() cascade`.execute(claimed.platform.db))

  /** How many rows of each table are inserted or updated while `work` runs, or how many statements do so, if to no row. */
  async function writesOf(level: 'row' | 'statement', work: () => Promise<unknown>) {
    for (const { table } of written) {
      await sql`alter sequence ${sql.id('public', `${table}_${level}`)} restart`.execute(claimed.platform.db)
    }
    await work()
    const counts: Record<string, number> = {}
    for (const { table } of written) {
      const { rows } = await sql<{ count: number }>`
        select case when is_called then last_value else 0 end::integer as count
        from ${sql.id('public', `${table}_${level}`)}`.execute(claimed.platform.db)
      counts[table] = rows[0]?.count ?? 0
    }
    return counts
  }

  /** What was done to a decoy, as if it had been an account. */
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
      await signedInClient(claimed.platform, asel)
      for (const email of [asel, 'nobody@example.com']) {
        await visitorClient(claimed.platform).auth.signInWithOtp({
          email,
          options: { shouldCreateUser: false },
        })
      }
      const guess = (email: string) =>
        statementsOf(async () => {
          const body = JSON.stringify({ type, email, token: 'wrong' })
          expect((await call(claimed.platform, '/auth/v1/verify', { method: 'POST', body })).status).toBe(403)
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
    const { client } = await signedInClient(claimed.platform, asel)
    await client.auth.updateUser({ password: 'long enough' })
    const visitor = visitorClient(claimed.platform)
    const asked = async (work: () => Promise<{ error: unknown }>) => {
      const statements = await statementsOf(async () => expect((await work()).error).toBeNull())
      // Several processes on one PostgreSQL hold their limits together, by a statement of its own.
      return statements.filter((text) => !text.includes('platform.rate_limits'))
    }
    const options = { shouldCreateUser: false }
    expect(await asked(() => visitor.auth.signInWithOtp({ email: asel, options }))).toHaveLength(1)
    const { code: token } = claimed.platform.lastMailTo(asel)
    expect(await asked(() => visitor.auth.verifyOtp({ email: asel, token, type: 'email' }))).toHaveLength(1)
    expect(await asked(() => visitor.auth.refreshSession())).toHaveLength(1)
    const password = 'long enough'
    const ofPassword = await asked(() => visitor.auth.signInWithPassword({ email: asel, password }))
    expect(ofPassword).toHaveLength(8)
    const reads = ofPassword.filter((text) => /select .*"(identities|mfa_factors)"/s.test(text))
    expect(reads).toHaveLength(1)
  })

  it('does not show in what asking for a code asks of the database', async () => {
    await signedInClient(claimed.platform, asel)
    for (const createUser of [false, true]) {
      const ask = async (email: string) => {
        const statements = await statementsOf(() =>
          visitorClient(claimed.platform).auth.signInWithOtp({
            email,
            options: { shouldCreateUser: createUser },
          }),
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
    await signedInClient(claimed.platform, asel)
    const ask = (email: string, shouldCreateUser: boolean) =>
      writesOf('row', () =>
        visitorClient(claimed.platform).auth.signInWithOtp({ email, options: { shouldCreateUser } }),
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
    await signedInClient(claimed.platform, asel)
    const ask = (email: string) =>
      writesOf('statement', () =>
        visitorClient(claimed.platform).auth.signInWithOtp({ email, options: { shouldCreateUser: false } }),
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
    if ('type' in body)
      await visitorClient(claimed.platform).auth.signUp({ email: asel, password: 'long enough' })
    else await signedInClient(claimed.platform, asel)
    const ask = async (email: string) => {
      const counts = {}
      const statements = await statementsOf(async () => {
        const asked = () =>
          call(claimed.platform, `/auth/v1/${path}`, {
            method: 'POST',
            body: JSON.stringify({ email, ...body }),
          })
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
    const { error } = await serviceClient(claimed.platform).auth.admin.createUser({
      ...taken,
      email_confirm: true,
    })
    expect(error).toBeNull()
    const signUp = (address: object) =>
      writesOf('row', async () => {
        const body = JSON.stringify({ ...address, password: 'long enough' })
        expect((await call(claimed.platform, '/auth/v1/signup', { method: 'POST', body })).status).toBe(200)
      })
    const made = await signUp(free)
    expect(made).toMatchObject({ identities: 1, one_time_tokens: 1 })
    const undone = await signUp(taken)
    expect(undone).toMatchObject({ users: 1, decoys: 1 })
    expect(asToAccount(undone)).toEqual(asToAccount(made))
  })

  it('is kept of no address that has none', async () => {
    const options = { shouldCreateUser: false }
    await visitorClient(claimed.platform).auth.signInWithOtp({ email: 'nobody@example.com', options })
    for (const table of ['decoys', 'decoy_codes']) {
      const { rows } = await sql`select * from ${sql.id('platform', table)}`.execute(claimed.platform.db)
      expect(rows).toHaveLength(1)
      expect(JSON.stringify(rows)).not.toContain('nobody')
    }
    await sql`update platform.decoys set created_at = now() - interval '2 days'`.execute(claimed.platform.db)
    // Once in sixteen times, so that hardly ever two hundred do not.
    for (let i = 0; i < 200; i++) await sql`select platform.forget_old_counts()`.execute(claimed.platform.db)
    expect((await sql`select from platform.decoy_codes`.execute(claimed.platform.db)).rows).toEqual([])
  })

  it('does not show in what a wrong password asks of it', async () => {
    await signedInClient(claimed.platform, asel)
    const guess = (email: string) =>
      statementsOf(() =>
        visitorClient(claimed.platform).auth.signInWithPassword({ email, password: 'wrong one' }),
      )
    expect(await guess('nobody@example.com')).toEqual(await guess(asel))
  })

  it('does not show when a user asks to change to it: the answer and the work are alike, and nobody is written to', async () => {
    await signedInClient(claimed.platform, 'taken@example.com')
    const { client } = await signedInClient(claimed.platform, asel)
    const token = (await client.auth.getSession()).data.session?.access_token ?? ''
    const askFor = async (email: string) => {
      let answer: Awaited<ReturnType<typeof call>> | undefined
      const statements = await statementsOf(async () => {
        answer = await call(claimed.platform, '/auth/v1/user', {
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
    claimed.platform.mails.length = 0
    expect(await askFor('taken@example.com')).toEqual(await askFor('fresh@example.com'))
    await expect.poll(() => claimed.platform.mails.map(({ to }) => to)).toContain('fresh@example.com')
    expect(claimed.platform.mails.map(({ to }) => to)).not.toContain('taken@example.com')
  })
})
