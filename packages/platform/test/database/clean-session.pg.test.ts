import { sql } from 'kysely'
import { Pool, type PoolClient } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BoundedClient } from '../../src/database/bounded-client.ts'
import { realtime } from '../../src/optional/realtime/realtime.ts'
import { serviceClient, visitorClient } from '../../testing/clients.ts'
import { givenDatabase, type TestDatabase } from '../../testing/given-database.ts'
import { givenPlatform, type TestPlatform } from '../../testing/given-platform.ts'

const isPostgres = process.env.TEST_DATABASE === 'postgres'
const poolSize = 3
/** More than there are connections, so that one of them is used again. */
const rounds = poolSize + 2

let platform: TestPlatform
let copy: TestDatabase | undefined

beforeAll(async () => {
  copy = isPostgres ? await givenDatabase() : undefined
  platform = await givenPlatform({
    ...(copy?.settings.kind === 'postgres' && { database: { ...copy.settings, poolSize } }),
    auth: { smtpMaxFrequency: 0 },
    optional: [realtime()],
  })
  await sql`create table public.parcels (id int primary key, label text)`.execute(platform.db)
  await sql`insert into public.parcels values (1, 'one')`.execute(platform.db)
  await sql`grant all on public.parcels to anon, authenticated, service_role`.execute(platform.db)
  await sql`
    create function public.leave(statement text) returns text language plpgsql as $$
    begin execute statement; return 'left'; end $$`.execute(platform.db)
  await sql`
    create function public.leave_as_owner(statement text) returns text language plpgsql security definer as $$
    begin execute statement; return 'left'; end $$`.execute(platform.db)
  await sql`
    create function public.asks(name text) returns text stable
    language sql as 'select current_setting(name, true)'`.execute(platform.db)
  await sql`notify pgrst, 'reload schema'`.execute(platform.db)
})
afterAll(async () => {
  await platform.close()
  await copy?.drop()
})

const leave = (statement: string, as: 'leave' | 'leave_as_owner' = 'leave') =>
  visitorClient(platform).rpc(as, { statement })
const asks = async (name: string) => (await visitorClient(platform).rpc('asks', { name })).data
let signedUp = 0

/** Everything that a leftover has been seen to stop: signing up, reading, writing. */
async function expectAllGoesOn(): Promise<void> {
  for (let times = 0; times < rounds; times++) {
    signedUp += 1
    const { error } = await visitorClient(platform).auth.signUp({
      email: `person-${signedUp}@example.test`,
      password: 'long enough for anybody 17',
    })
    expect(error).toBeNull()
    const { data } = await visitorClient(platform).from('parcels').select('label').eq('id', 1)
    expect(data).toEqual([{ label: 'one' }])
    const written = await serviceClient(platform).from('parcels').update({ label: 'one' }).eq('id', 1)
    expect(written.error).toBeNull()
  }
}

describe('what a function sets for its session', () => {
  it.each([
    ["select set_config('role', 'anon', false)"],
    ['set role authenticated'],
    ["select set_config('search_path', '', false)"],
    ["set statement_timeout = '1ms'"],
    ["set lock_timeout = '1ms'"],
    ['set default_transaction_read_only = on'],
    ['set session characteristics as transaction read only, isolation level serializable'],
    ["set timezone = 'Asia/Almaty'"],
    ["set datestyle = 'German'"],
    ["set bytea_output = 'escape'"],
    ['set row_security = off'],
    [`select set_config('request.jwt.claims', '{"sub":"00000000-0000-4000-8000-000000000001"}', false)`],
  ])('ends with its transaction: %s', async (statement) => {
    expect((await leave(statement)).error).toBeNull()
    await expectAllGoesOn()
  })

  it.runIf(!isPostgres)('ends with its transaction, as the owner: session_replication_role', async () => {
    expect((await leave('set session_replication_role = replica', 'leave_as_owner')).error).toBeNull()
    expect(await asks('session_replication_role')).toBe('origin')
  })

  it('is not read by others', async () => {
    for (let times = 0; times < rounds; times++) {
      await leave("select set_config('app.tenant', 'theirs', false)")
      expect(await asks('app.tenant')).toBeFalsy()
    }
  })

  it('answers nobody else: neither by status nor by headers', async () => {
    const header = JSON.stringify([{ 'x-left': 'behind' }])
    await leave(
      `select set_config('response.status', '418', false), set_config('response.headers', '${header}', false)`,
    )
    for (let times = 0; times < rounds; times++) {
      const response = await fetch(`${platform.url}/rest/v1/parcels`, {
        headers: { apikey: platform.keys.publishable },
      })
      expect(response.status).toBe(200)
      expect(response.headers.get('x-left')).toBeNull()
    }
  })

  it('is not seen by a trigger on accounts', async () => {
    await sql`create table public.seen_claims (claims text)`.execute(platform.db)
    await sql`
      create function public.see_claims() returns trigger language plpgsql security definer as $$
      begin insert into public.seen_claims values (current_setting('request.jwt.claims', true)); return new; end $$`.execute(
      platform.db,
    )
    await sql`create trigger see after insert on auth.users for each row execute function public.see_claims()`.execute(
      platform.db,
    )
    await leave(`select set_config('request.jwt.claims', '{"role":"theirs"}', false)`)
    await expectAllGoesOn()
    const { rows } = await sql<{ claims: string }>`
      select claims from public.seen_claims where claims like '%theirs%'`.execute(platform.db)
    expect(rows).toEqual([])
    await sql`drop trigger see on auth.users`.execute(platform.db)
  })

  it('ends with a statement outside of any transaction, too', async () => {
    await sql`insert into public.parcels values (2, 'two')`.execute(platform.db)
    await sql`
      create function public.leave_on_change() returns trigger language plpgsql as $$
      begin perform set_config('role', 'anon', false); return new; end $$`.execute(platform.db)
    await sql`create trigger leaves before update on public.parcels for each row
      when (new.id = 2) execute function public.leave_on_change()`.execute(platform.db)
    for (let times = 0; times < rounds; times++) {
      await sql`update public.parcels set label = 'second' where id = 2`.execute(platform.db)
      const { rows } = await sql<{ role: string }>`select current_setting('role') as role`.execute(
        platform.db,
      )
      expect(rows).toEqual([{ role: 'none' }])
    }
    await sql`drop trigger leaves on public.parcels`.execute(platform.db)
  })
})

describe('what a trigger on sessions sets', () => {
  const email = 'coming-back@example.test'
  const password = 'long enough for anybody 17'

  /** Signs in by password, by token and by code; says what `look` saw after each. */
  async function signInEveryWay<Seen>(look: () => Promise<Seen>): Promise<Seen[]> {
    const client = visitorClient(platform)
    expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull()
    const byPassword = await look()
    expect((await client.auth.refreshSession()).error).toBeNull()
    const byToken = await look()
    const asked = await client.auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
    expect(asked.error).toBeNull()
    const { code } = platform.lastMailTo(email)
    expect((await client.auth.verifyOtp({ email, token: code, type: 'email' })).error).toBeNull()
    return [byPassword, byToken, await look()]
  }

  it.each([
    ['app.tenant', 'theirs'],
    ['default_transaction_read_only', 'on'],
  ])('ends with each way to sign in: %s', async (name, value) => {
    await serviceClient(platform).auth.admin.createUser({ email, email_confirm: true, password })
    await sql`
      create or replace function public.leave_on_session() returns trigger language plpgsql security definer as $$
      begin perform set_config(${sql.lit(name)}, ${sql.lit(value)}, false); return new; end $$`.execute(
      platform.db,
    )
    await sql`create trigger leaves after insert or update on auth.sessions
      for each row execute function public.leave_on_session()`.execute(platform.db)
    try {
      for (const seen of await signInEveryWay(() => asks(name))) expect(seen).not.toBe(value)
    } finally {
      await sql`drop trigger leaves on auth.sessions`.execute(platform.db)
    }
    await expectAllGoesOn()
  })
})

describe('a transaction that wants another isolation', () => {
  it('gets it in a session that others have used', async () => {
    for (let times = 0; times < rounds; times++) {
      await leave('select 1')
      const { rows } = await platform.db
        .transaction()
        .setIsolationLevel('serializable')
        .execute((trx) =>
          sql<{ level: string }>`select current_setting('transaction_isolation') as level`.execute(trx),
        )
      expect(rows).toEqual([{ level: 'serializable' }])
    }
  })
})

describe('what else a function leaves in its session', () => {
  it('its temporary table does not outlive a statement outside of any transaction, after one that read', async () => {
    for (let times = 0; times < rounds; times++) {
      const { error } = await visitorClient(platform).from('parcels').select('label')
      expect(error).toBeNull()
      await sql`select public.leave('create temporary table kept as select 1 as id')`.execute(platform.db)
      expect((await leave('select id from pg_temp.kept')).error?.code).toBe('42P01')
    }
  })

  it('its temporary table is nobody else’s, and can be made again', async () => {
    for (let times = 0; times < rounds; times++) {
      const made = await leave("create temporary table parcels as select 666 as id, 'false'::text as label")
      expect(made.error).toBeNull()
      expect((await leave('select id from pg_temp.parcels')).error?.code).toBe('42P01')
    }
    await expectAllGoesOn()
  })

  it('its cursor is closed', async () => {
    for (let times = 0; times < rounds; times++) {
      expect((await leave('declare held cursor with hold for select 1')).error).toBeNull()
    }
  })

  it.runIf(isPostgres)('its lock is given back when its connection is used again', async () => {
    expect((await leave('select pg_advisory_lock(17)')).error).toBeNull()
    await Promise.all(Array.from({ length: 30 }, () => leave('select 1')))
    const { rows } = await sql`select objid from pg_locks
      where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`.execute(
      platform.db,
    )
    expect(rows).toEqual([])
  })
})

describe('what realtime hears from the database', () => {
  it('goes on after a function that ends it, whether that may write or not', async () => {
    const heard: unknown[] = []
    const client = visitorClient(platform)
    const channel = client
      .channel('parcels')
      .on('broadcast', { event: 'sent' }, ({ payload }) => void heard.push(payload.words))
    await new Promise<void>((resolve) => {
      channel.subscribe((status) => status === 'SUBSCRIBED' && resolve())
    })
    const says = async (words: string) => {
      await sql`select realtime.send(${JSON.stringify({ words })}::jsonb, 'sent', 'parcels', false)`.execute(
        platform.db,
      )
      await expect.poll(() => heard).toContain(words)
    }
    await says('at first')
    for (const [at, get] of [false, true].entries()) {
      const { error } = await visitorClient(platform).rpc('leave', { statement: 'unlisten *' }, { get })
      expect(error).toBeNull()
      await says(`after ${at}`)
    }
    await client.removeAllChannels()
  })
})

describe('a view that calls a function which writes', () => {
  beforeAll(async () => {
    await sql`create table public.views_seen (id int generated always as identity, said text)`.execute(
      platform.db,
    )
    await sql`
      create function public.see(statement text) returns text language plpgsql security definer as $$
      begin execute statement; return 'seen'; end $$`.execute(platform.db)
    const view = (name: string, statement: string) =>
      sql`create view ${sql.id('public', name)} as
        select id, label, public.see(${sql.lit(statement)}) as seen from public.parcels where id = 1`.execute(
        platform.db,
      )
    await view('writing_view', "insert into public.views_seen (said) values ('written')")
    await view('making_view', 'create temporary table kept_by_view as select 1 as id')
    await view(
      'opening_view',
      "set transaction_read_only = off; insert into public.views_seen (said) values ('opened')",
    )
    await view('setting_view', "set app.of_view = 'theirs'; set default_transaction_read_only = on")
    await sql`grant select on public.writing_view, public.making_view, public.opening_view, public.setting_view to anon`.execute(
      platform.db,
    )
    await sql`notify pgrst, 'reload schema'`.execute(platform.db)
  })

  const read = async (view: string) => {
    const { data, error } = await visitorClient(platform).from(view).select('label, seen')
    return error ? error.code : data
  }

  it('is refused or leaves nothing, and disturbs nobody, however many go ahead of each other’s answers', async () => {
    await expect.poll(() => read('setting_view')).toEqual([{ label: 'one', seen: 'seen' }])
    // From the second time on each is sent before what is ahead of it is answered.
    for (let times = 0; times < 3; times++) {
      const answers = await Promise.all(
        Array.from({ length: 8 }, async () => [
          ...(await Promise.all(
            [
              'writing_view',
              'parcels',
              'making_view',
              'parcels',
              'opening_view',
              'parcels',
              'setting_view',
            ].map(async (name) =>
              name === 'parcels'
                ? (
                    await visitorClient(platform).from('parcels').select('label').eq('id', 1)
                  ).data
                : read(name),
            ),
          )),
        ]),
      )
      const one = [{ label: 'one' }]
      for (const answer of answers) {
        expect(answer).toEqual(['25006', one, '25006', one, '25001', one, [{ label: 'one', seen: 'seen' }]])
      }
    }
    for (let times = 0; times < rounds; times++) expect(await asks('app.of_view')).toBeFalsy()
    const { rows } = await sql`select said from public.views_seen`.execute(platform.db)
    expect(rows).toEqual([])
    await expectAllGoesOn()
  })
})

describe('a function that drops what is kept prepared', () => {
  it('costs nobody a request', async () => {
    const reads = () => visitorClient(platform).from('parcels').select('label').eq('id', 1)
    for (let times = 0; times < 2; times++) {
      expect((await reads()).error).toBeNull()
      expect((await leave('deallocate all')).error).toBeNull()
      await expectAllGoesOn()
    }
  })

  it('may be a trigger in the midst of a transaction', async () => {
    await sql`
      create function public.drop_kept() returns trigger language plpgsql as $$
      begin deallocate all; return new; end $$`.execute(platform.db)
    await sql`create trigger drops after insert on auth.users for each row execute function public.drop_kept()`.execute(
      platform.db,
    )
    let refused = 0
    for (let times = 0; times < 10; times++) {
      const { error } = await visitorClient(platform).auth.signUp({
        email: `dropping-${times}@example.test`,
        password: 'long enough for anybody 17',
      })
      if (error) refused += 1
    }
    await sql`drop trigger drops on auth.users`.execute(platform.db)
    // The first shows that there is such a function; from then on nothing is kept within a transaction.
    expect(refused).toBeLessThanOrEqual(1)
    await expectAllGoesOn()
  })
})

describe.runIf(isPostgres)('a connection of PostgreSQL', () => {
  let database: TestDatabase
  let pool: Pool
  let client: PoolClient
  let bounded: BoundedClient

  beforeEach(async () => {
    database = await givenDatabase()
    if (database.settings.kind !== 'postgres') throw new Error('this is no PostgreSQL')
    pool = new Pool({ connectionString: database.settings.url, max: 1 })
    client = await pool.connect()
    // Its database may go before it does, and it is told so by itself or, once it was given back, by the pool.
    client.on('error', () => {})
    pool.on('error', () => {})
    bounded = new BoundedClient(client, 5_000, () => {})
  })
  afterEach(async () => {
    client.release(true)
    await pool.end()
    await database.drop()
  })

  const leaveOne = () => bounded.query("select set_config('app.left', 'behind', false)", [])
  /** Past the cleaning, which a question to `bounded` may begin with. */
  async function isLeft(): Promise<boolean> {
    const { rows } = await client.query("select current_setting('app.left', true) as value")
    return rows[0].value === 'behind'
  }

  it('stays clean when the transaction after the cleaning is undone', async () => {
    await leaveOne()
    await bounded.query('begin', [])
    await bounded.query('rollback', [])
    expect(await isLeft()).toBe(false)
  })

  it('begins as itself what comes after a session’s own isolation', async () => {
    await bounded.query("select set_config('default_transaction_isolation', 'serializable', false)", [])
    await bounded.query('begin', [])
    const { rows } = await bounded.query('show transaction_isolation', [])
    expect(rows).toEqual([{ transaction_isolation: 'read committed' }])
    await bounded.query('rollback', [])
  })

  it('is in no transaction when one could not begin', async () => {
    await expect(bounded.query('begin isolation level unheard of', [])).rejects.toMatchObject({
      code: '42601',
    })
    await leaveOne()
    await bounded.query('begin', [])
    expect(await isLeft()).toBe(false)
  })

  it('ends what the cleaning could not be said in', async () => {
    await leaveOne()
    await client.query('begin')
    await expect(client.query('select 1 / 0')).rejects.toMatchObject({ code: '22012' })
    await expect(bounded.query('begin', [])).rejects.toMatchObject({ code: '25P02' })
    await bounded.query('begin', [])
    expect(await isLeft()).toBe(false)
  })
})
