import { randomBytes } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { checkBackup, readBackup } from '@app/platform/backup/read-backup'
import { inSnapshot, readDatabase } from '@app/platform/backup/read-database'
import { type RestoreTarget, restoreBackup } from '@app/platform/backup/restore-backup'
import { writeBackup } from '@app/platform/backup/write-backup'
import { migrate } from '@app/platform/database/migrate'
import { type DatabaseSession, type OpenDatabase, openDatabase } from '@app/platform/database/open-database'
import { openStore } from '@app/platform/storage/open-store'
import { givenEmptyDatabase, type TestDatabase } from '@app/platform/testing/given-database'
import { testTimeouts } from '@app/platform/testing/test-timeouts'
import { buildAttempt } from '@app/testing/attempt'
import { givenDatabase } from '@app/testing/database/given-database'
import { buildIntent, shopAt } from '@app/testing/payments/shop'
import { aigerim, freshEmail } from '@app/testing/people'
import { type GivenServer, givenServer } from '@app/testing/server/given-server'
import { CompiledQuery, sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { alertOwnerJob } from '../mail/alert-owner.job.ts'
import type { Tables } from '../services/tables.ts'
import { beginBackupWatch } from './backup-repository.ts'
import { migrationsDir } from './backup-source.ts'
import { copyBeforeUpdate, deleteOldCopies } from './copy-before-update.ts'
import { makeBackupJob } from './make-backup.job.ts'
import { makeQueueTables } from './restore-installation.ts'

const passphrase = 'пять слов и одна ёлка'
/** Guesses are easy here: what is tried is what moves, some thirty times. */
const sealCost = 4
const keys = `${randomBytes(32).toString('base64url')}\n`
const metricsToken = 'metrics-token-of-this-test'
const file = randomBytes(200_000)

let folder: string
let source: TestDatabase
let server: GivenServer

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'backups-'))
  source = await givenDatabase()
  await writeFile(path.join(folder, 'installation.keys'), keys)
  server = await givenServer({
    database: source,
    env: {
      ...(source.settings.kind === 'postgres' && { DATABASE_URL: source.settings.url }),
      DATA_DIR: path.join(folder, 'data'),
      KEYS_FILE: path.join(folder, 'installation.keys'),
      BACKUP_DIR: path.join(folder, 'kept'),
      BACKUP_PASSPHRASE: passphrase,
      BACKUP_KEEP: '1/0/0',
      METRICS_TOKEN: metricsToken,
    },
  })
  await givenBusiness()
})
afterAll(async () => {
  await server.close()
  await source.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Of which nothing comes back. */
const signIns =
  `sessions refresh_tokens mfa_amr_claims mfa_challenges one_time_tokens flow_state webauthn_challenges`
    .split(' ')
    .map((name) => `auth.${name}`)

/** One of everything that people leave behind, and values that are easily bent on the way. */
async function givenBusiness(): Promise<void> {
  const { db, admin, app } = server
  const email = freshEmail(aigerim)
  const { token } = await server.signIn(email)
  await server.saveLead(buildAttempt({ contact: { name: aigerim.name, email, phone: aigerim.phone } }), token)
  await shopAt(app).placeOrder(buildIntent({ email }), token)
  const { error } = await admin.storage.from('public-downloads').upload('plan.pdf', file)
  if (error) throw error
  await givenSignIns()
  await sql`insert into analytics_events (id, name, distinct_id, is_user, properties, occurred_at)
    select gen_random_uuid(), ${'"a,b"\\\n{}'}, 'д', false, value::jsonb, '2026-03-01 10:00:00.123456+05'
    from unnest(array['null', '{"a": null, "n": 12345678901234567890.10}', '[1.0, "é"]']) as value,
      generate_series(1, 150)`.execute(db)
  await sql`insert into message_calls (provider, body, body_sha256)
    values ('whatsapp', '\\x00ff5c27'::bytea, ${'0'.repeat(64)})`.execute(db)
  await db
    .transaction()
    .execute((trx) =>
      server.jobs.enqueue(
        trx,
        alertOwnerJob,
        { alert: 'receipt_failed' },
        { startAfter: new Date('2999-01-01') },
      ),
    )
}

/** Sign-ins under way beside the session, and what a second factor leaves. */
async function givenSignIns(): Promise<void> {
  const { db } = server
  const user = sql`(select id from auth.users order by created_at limit 1)`
  await sql`insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
    values (gen_random_uuid(), ${user}, 'totp', 'verified', 'JBSWY3DPEHPK3PXP', now(), now())`.execute(db)
  await sql`insert into auth.mfa_challenges (id, factor_id, created_at, ip_address)
    select gen_random_uuid(), id, now(), '127.0.0.1' from auth.mfa_factors`.execute(db)
  await sql`insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
    values (gen_random_uuid(), ${user}, 'recovery_token', 'hash', 'address')`.execute(db)
  await sql`insert into auth.flow_state (id, user_id, provider_type, authentication_method)
    values (gen_random_uuid(), ${user}, 'email', 'otp')`.execute(db)
  await sql`insert into auth.webauthn_challenges (id, user_id, challenge_type, session_data, expires_at)
    values (gen_random_uuid(), ${user}, 'registration', '{}', now() + interval '1 hour')`.execute(db)
}

/** The server's own connection, on which PGlite in memory can be read, too. */
const onServer: Pick<OpenDatabase, 'withSession'> = {
  withSession: (work) =>
    server.db.connection().execute((connection) => {
      const query = async <Row>(text: string, values: readonly unknown[] = []) =>
        (await connection.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows
      return work({ query, script: async (text) => void (await query(text)) })
    }),
}

const storeIn = (name: string) => openStore({ folder: path.join(folder, name) })

async function backUp(
  database: Pick<OpenDatabase, 'withSession'>,
  storage: string,
  given: string | null = keys,
): Promise<Buffer> {
  const written = (session: DatabaseSession) =>
    writeBackup({ session, store: storeIn(storage), keys: given, now: new Date(), sealCost }, passphrase)
  return Buffer.concat(await inSnapshot(database, (session) => gathered(written(session))))
}

function restore(sealed: Buffer, database: OpenDatabase, wishes: Partial<RestoreTarget> = {}) {
  return restoreBackup(readBackup(Readable.from([sealed]), passphrase), {
    ...{ database, migrationsDir, prepare: makeQueueTables, store: null, keepKeys: async () => {} },
    ...wishes,
  })
}

/** Every row of every table, as PostgreSQL writes it, in no order; and where the sequences stand. */
function contentOf(database: Pick<OpenDatabase, 'withSession'>): Promise<Record<string, unknown>> {
  return inSnapshot(database, async (session) => {
    const content: Record<string, string[]> = {}
    let table = ''
    for (const part of await gathered(readDatabase(session, {}))) {
      if (part.type === 'sequences') return { ...content, sequences: part.value }
      if (part.type === 'table') table = part.value.name
      content[table] ??= []
      if (part.type === 'rows') {
        const rows = JSON.parse(Buffer.from(part.bytes).toString()) as unknown[]
        content[table] = [...(content[table] ?? []), ...rows.map((row) => JSON.stringify(row))].sort()
      }
    }
    throw new Error('the sequences are missing')
  })
}

async function gathered<Each>(all: AsyncIterable<Each>): Promise<Each[]> {
  const list: Each[] = []
  for await (const each of all) list.push(each)
  return list
}

describe('what moves', () => {
  let between: OpenDatabase | null
  let moved: OpenDatabase
  let target: TestDatabase
  let sealed: Buffer

  beforeAll(async () => {
    target = await givenEmptyDatabase()
    moved = await openDatabase(target.settings)
    // A database that is made anew takes its time: from PostgreSQL it goes there and back, from PGlite once.
    between =
      target.settings.kind === 'pglite'
        ? null
        : await openDatabase({ kind: 'pglite', dataDir: 'memory', ...testTimeouts })
    sealed = await backUp(onServer, 'data/storage')
  }, 180_000)
  afterAll(async () => {
    await Promise.all([between?.close(), moved.close()])
    await target.drop()
  })

  test('to the embedded database and back is the same row for row but for sign-ins, with its files and keys', async () => {
    const before = await contentOf(onServer)
    let found = ''
    const keepKeys = async (given: string) => {
      found = given
    }
    await restore(sealed, between ?? moved, { store: storeIn('first'), keepKeys })
    if (between) await restore(await backUp(between, 'first'), moved)

    // Sessions may have been ended since, so that everybody signs in anew.
    const kept = { ...before, ...Object.fromEntries(signIns.map((table) => [table, []])) }
    if (between) expect(await contentOf(between)).toEqual(kept)
    expect(await contentOf(moved)).toEqual(kept)
    expect(found).toBe(keys)
    const filled = ['auth.users', 'public.quiz_leads', 'public.orders', 'public.consents', 'pgboss.job']
    for (const table of [...filled, ...signIns]) expect(before[table], table).not.toEqual([])
    expect(before['public.analytics_events']).toHaveLength(450)
    const [key] = await moved.withSession(({ query }) =>
      query<{ version: string }>(`select version from storage.objects where name = 'plan.pdf'`),
    )
    const bytes = await gathered(await storeIn('first').read(key?.version ?? ''))
    expect(Buffer.concat(bytes).equals(file)).toBe(true)
  }, 240_000)

  test('leaves the secrets behind with their keys', async () => {
    const partsOf = async (bytes: Buffer) => {
      const parts = await gathered(readBackup(Readable.from([bytes]), passphrase))
      return parts.flatMap((part) => (part.type === 'table' ? [part.value.name] : [part.type]))
    }
    const whole = await partsOf(sealed)
    const apart = await partsOf(await backUp(onServer, 'data/storage', null))

    expect(whole).toEqual(expect.arrayContaining(['platform.secrets', 'keys', 'auth.users']))
    expect(apart).not.toContain('platform.secrets')
    expect(apart).not.toContain('keys')
    expect(apart).toContain('auth.users')
  })

  test('is never made of files that are not where they should be', async () => {
    await expect(backUp(onServer, 'unmounted')).rejects.toMatchObject({ reason: 'not_reached' })
  })

  test('is checked by the rules of the tables again', async () => {
    const rules = (database: Pick<OpenDatabase, 'withSession'>) =>
      database.withSession(({ query }) =>
        query(`select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
          where contype = 'f' union all
          select tgrelid::regclass::text, tgname, tgenabled::text from pg_trigger where not tgisinternal order by 1, 2`),
      )

    expect(await rules(moved)).toEqual(await rules(onServer))
  })

  test('never goes into a database where something is', async () => {
    await expect(restore(sealed, moved)).rejects.toMatchObject({ reason: 'not_empty' })
  })

  test('of an update that stops halfway stays as it was before, however often it is begun again', async () => {
    const changes = path.join(folder, 'changes')
    await cp(migrationsDir, changes, { recursive: true })
    const write = (version: number, text: string) =>
      writeFile(path.join(changes, `2999010100000${version}_change.sql`), text)
    const update = (day: number) =>
      moved.withSession((session) =>
        migrate(session, changes, copying('updated', `2026-03-0${day}T10:00:00Z`, passphrase)),
      )
    const copies = async () =>
      (await readdir(path.join(folder, 'updated/before-update')))
        .filter((name) => name.endsWith('.sealed'))
        .sort()
    const of = (...days: number[]) => days.map((day) => `backup-2026-03-0${day}T10-00-00Z.sealed`)

    await write(1, 'create table change_1 ()')
    await update(1)
    await write(3, 'select 1 / 0')
    for (const day of [2, 3]) await expect(update(day)).rejects.toThrow('division by zero')
    expect(await copies(), 'nothing has changed, and the newest is the fullest').toEqual(of(1, 3))

    await write(2, 'create table change_2 ()')
    await expect(update(4)).rejects.toThrow('division by zero')
    expect(await copies()).toEqual(of(1, 4))
    for (const day of [5, 6, 7]) await expect(update(day)).rejects.toThrow('division by zero')
    expect(await copies(), 'the second half fails again and again').toEqual(of(1, 4))

    await write(3, 'create table change_3 ()')
    await update(8)
    expect(await copies()).toEqual(of(1, 4))
    await write(4, 'create table change_4 ()')
    await update(9)
    expect(await copies(), 'the next update has its own').toEqual(of(4, 9))
  }, 120_000)
})

/** Makes the copy before an update, in the folder `name` and as if at a moment. */
function copying(name: string, at: string, given: string | null, told: object[] = []) {
  const backend = { mode: 'embedded', databaseDir: '', statementTimeoutMs: 8_000 } as const
  const folders = {
    storageDir: path.join(folder, 'data/storage'),
    keyFile: path.join(folder, 'installation.keys'),
  }
  return copyBeforeUpdate({
    installation: {
      backend: { ...backend, ...folders, dataDir: path.join(folder, name) },
      storage: { s3: null },
    },
    passphrase: given,
    now: () => new Date(at),
    log: { info: (facts) => void told.push(facts) },
    sealCost,
  })
}

describe('before an update', () => {
  const dataDir = () => path.join(folder, 'data')
  const copies = () => readdir(path.join(dataDir(), 'before-update'))
  const missing = { platform: [], product: ['29991231000000'] }
  const told: object[] = []

  const copy = async (at: string, given: string | null, session?: DatabaseSession) => {
    const { before, after } = copying('data', at, given, told)
    await (session ? before(session, missing) : onServer.withSession((each) => before(each, missing)))
    await after()
  }

  const open = async (name: string, given: string) => {
    const bytes = await readFile(path.join(dataDir(), 'before-update', name))
    return checkBackup(readBackup(Readable.from([bytes]), given))
  }

  test('a copy is kept that opens by the passphrase, or by the own key where there is none; two at most', async () => {
    for (const day of ['01', '02']) await copy(`2026-03-${day}T10:00:00Z`, passphrase)
    await copy('2026-03-03T10:00:00Z', null)

    const names = ['backup-2026-03-02T10-00-00Z.sealed', 'backup-2026-03-03T10-00-00Z.sealed']
    expect((await copies()).sort()).toEqual(names)
    const counts = await open(names[0] ?? '', passphrase)
    expect(counts.tables['public.quiz_leads']).toBe(1)
    expect(await open(names[1] ?? '', keys.trim())).toEqual(counts)
    expect(told.at(-1)).toMatchObject({
      file: path.join(dataDir(), 'before-update', names[1] ?? ''),
      ...{ opens: 'KEYS_FILE', migrations: 1 },
    })
    expect(JSON.stringify(told)).not.toContain(keys.trim())

    await deleteOldCopies(dataDir(), new Date('2026-04-01T12:00:00Z'))
    expect(await copies()).toEqual([names[1]])
  })

  const within = (trx: Transaction<Tables>): DatabaseSession => ({
    query: async <Row>(text: string) => (await trx.executeQuery<Row>(CompiledQuery.raw(text))).rows,
    script: async () => {},
  })

  test('there is none of a first start that was killed, which has nothing to lose', async () => {
    const attempt = server.db.transaction().execute(async (trx) => {
      await sql`delete from platform.secrets`.execute(trx)
      await copy('2026-05-02T10:00:00Z', passphrase, within(trx))
      throw new Error('undone')
    })

    await expect(attempt).rejects.toThrow('undone')
    expect(await copies()).not.toContain('backup-2026-05-02T10-00-00Z.sealed')
  })

  test('nothing is changed when there is no room for it', async () => {
    const huge = sql`insert into storage.objects (bucket_id, name, metadata)
      values ('public-downloads', 'huge', '{"size": 1000000000000000}')`
    const attempt = server.db.transaction().execute(async (trx) => {
      await huge.execute(trx)
      await copy('2026-05-01T10:00:00Z', passphrase, within(trx))
    })

    await expect(attempt).rejects.toThrow(
      /no room .*: 10000\d+ MB are needed in .*before-update.*COPY_BEFORE_UPDATE=0/,
    )
    expect(await copies()).not.toContain('backup-2026-05-01T10-00-00Z.sealed')
  })
})

describe('every night', () => {
  const tonight = () => server.db.transaction().execute((trx) => server.jobs.enqueue(trx, makeBackupJob, {}))
  const subjects = () => server.mailbox.list().map(({ subject }) => subject)
  const metrics = async () => {
    const headers = { authorization: `Bearer ${metricsToken}` }
    return (await server.app.inject({ url: '/api/metrics', headers })).body
  }

  beforeEach(async () => {
    server.mailbox.clear()
    await sql`delete from backups`.execute(server.db)
    await sql`delete from backup_watch`.execute(server.db)
  })

  test('a backup that cannot be made is tried again, and then the owner is told', async () => {
    await beginBackupWatch(server.db, new Date())
    await rm(path.join(folder, 'installation.keys'))
    await tonight()
    const later = (hours: number) => new Date(Date.now() + hours * 3_600_000)
    for (const hours of [0, 3, 6]) await server.jobs.drainQueue(later(hours))
    await server.jobs.drainQueue(later(6))
    await writeFile(path.join(folder, 'installation.keys'), keys)

    const tries = await server.db.selectFrom('backups').select(['name', 'failure']).execute()
    expect(tries).toEqual(Array(3).fill({ name: null, failure: 'not_reached' }))
    await server.watchOnce()
    expect(subjects()).toEqual(
      expect.arrayContaining([expect.stringContaining('Нет свежей резервной копии')]),
    )
    expect(await metrics()).toContain('backup_failed 1')
  }, 120_000)

  test.runIf(process.env.TEST_DATABASE === 'postgres')(
    'one is made, restored and counted, and those that are too old are removed',
    async () => {
      await mkdir(path.join(folder, 'kept'))
      await writeFile(path.join(folder, 'kept/backup-2020-01-01T22-10-00Z.sealed'), 'x')
      await tonight()
      await server.jobs.drainQueue()

      const [made] = await server.db.selectFrom('backups').selectAll().execute()
      expect(made).toMatchObject({ name: expect.stringMatching(/^backup-.*\.sealed$/), failure: null })
      expect(Number(made?.rows)).toBeGreaterThan(450)
      expect(await readdir(path.join(folder, 'kept'))).toEqual([made?.name])
      expect(await readdir(path.join(folder, 'data'))).not.toContainEqual(expect.stringContaining('scratch'))
      expect(await metrics()).toMatch(/backup_failed 0\n/)
      await server.watchOnce()
      expect(subjects().join()).not.toContain('резервной копии')
    },
    300_000,
  )
})
