import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { commandTexts as texts } from '@app/content/ru/commands'
import { sampleOwner } from '@app/content/ru/sandbox/sample-owner'
import { inSnapshot, readDatabase } from '@app/platform/backup/read-database'
import { type OpenDatabase, openDatabase } from '@app/platform/database/open-database'
import { codeAt } from '@app/sandbox/authenticator/totp'
import { buildAttempt } from '@app/testing/attempt'
import { givenDatabase, type TestDatabase } from '@app/testing/database/given-database'
import { makeHosted } from '@app/testing/database/make-hosted'
import { buildIntent, shopAt } from '@app/testing/payments/shop'
import { aigerim, freshEmail } from '@app/testing/people'
import { givenHosted, type Hosted } from '@app/testing/server/given-hosted'
import { type GivenServer, givenServer } from '@app/testing/server/given-server'
import type { SupabaseClient } from '@supabase/supabase-js'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { alertOwnerJob } from '../mail/alert-owner.job.ts'
import { readInstallation } from './backup-source.ts'
import { restoreInstallation } from './restore-installation.ts'

/** Hosted Supabase is a PostgreSQL. From and to the embedded database the same file goes (backups.db.test.ts). */
const isPostgres = process.env.TEST_DATABASE === 'postgres'
const root = path.join(import.meta.dirname, '../../../..')
const passphrase = 'пять слов и одна ёлка'
/** Of everybody whom `givenServer` makes. */
const password = 'Wide-steppe-2026'
const [person, owner, stranger] = [freshEmail(aigerim), freshEmail(aigerim), freshEmail(aigerim)]
const [plan, photo] = [randomBytes(200_000), randomBytes(3_000)]

let folder: string
let source: TestDatabase
let far: TestDatabase
let role: { url: string; drop: () => Promise<void> }
let hosted: Hosted
let secret = ''

const urlOf = ({ settings }: TestDatabase) => (settings.kind === 'postgres' ? settings.url : '')
const inFolder = (name: string) => path.join(folder, name)

beforeAll(async () => {
  if (!isPostgres) return
  folder = await mkdtemp(path.join(tmpdir(), 'moving-'))
  source = await givenDatabase()
  const server = await givenServer({ database: source, env: { DATA_DIR: inFolder('old') } })
  await givenBusiness(server)
  await server.close()
  await writeFile(inFolder('old.keys'), `${randomBytes(32).toString('base64url')}\n`)
  far = await givenDatabase()
  role = await makeHosted(urlOf(far))
  hosted = await givenHosted(urlOf(far))
}, 120_000)
afterAll(async () => {
  if (!isPostgres) return
  await hosted.end()
  await source.drop()
  await far.drop()
  await role.drop()
  await rm(folder, { recursive: true, force: true })
})

async function givenBusiness({ db, admin, app, jobs, ...server }: GivenServer): Promise<void> {
  const { userId, token } = await server.signIn(person)
  await server.saveLead(
    buildAttempt({ contact: { name: aigerim.name, email: person, phone: aigerim.phone } }),
    token,
  )
  await shopAt(app).placeOrder(buildIntent({ email: person }), token)
  await server.signInAsStaff(owner)
  await server.signIn(stranger)
  const { rows } = await sql<{ secret: string }>`select secret from auth.mfa_factors`.execute(db)
  secret = rows[0]?.secret ?? ''
  await db
    .transaction()
    .execute((trx) =>
      jobs.enqueue(trx, alertOwnerJob, { alert: 'receipt_failed' }, { startAfter: new Date('2999-01-01') }),
    )
  await admin.storage.createBucket('photos', {
    public: false,
    fileSizeLimit: 10_000,
    allowedMimeTypes: ['a/b'],
  })
  const kept = await admin.storage.from('public-downloads').upload('plan.pdf', plan, {
    ...{ contentType: 'application/pdf', cacheControl: '60', metadata: { of: 'Айгерим' } },
  })
  const own = await admin.storage.from('photos').upload('1/day 1.bin', photo, { contentType: 'a/b' })
  if (kept.error ?? own.error) throw kept.error ?? own.error
  await sql`update storage.objects set owner_id = ${userId}, owner = ${userId}::uuid where bucket_id = 'photos'`.execute(
    db,
  )
}

/** `npm run export` and `npm run import`, as whoever moves runs them. */
async function run(program: 'backup' | 'restore', file: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [path.join(root, `scripts/${program}.ts`), inFolder(file)], {
    env: {
      ...{ PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
      ...{ SANDBOX: '1', BACKUP_PASSPHRASE: passphrase, ...env },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [said, complained, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, said, complained }
}

const old = () => ({
  ...{ MODE: 'postgres', DATABASE_URL: urlOf(source) },
  ...{ DATA_DIR: inFolder('old'), KEYS_FILE: inFolder('old.keys') },
})
const supabase = () => ({
  ...{ MODE: 'supabase', DATABASE_URL: role.url, SUPABASE_URL: hosted.url },
  ...{ SUPABASE_PUBLISHABLE_KEY: hosted.publishable, SUPABASE_SECRET_KEY: hosted.secret },
})
const embedded = () => ({
  ...{ MODE: 'embedded', DATA_DIR: inFolder('new'), KEYS_FILE: inFolder('new.keys') },
})

/** As `npm run import` does it, in this process. */
function restoring(env: Record<string, string> = {}) {
  const settings = readConfig({ SANDBOX: '1', ...supabase(), ...env }, sampleOwner)
  const read = () => createReadStream(inFolder('in.sealed'))
  return restoreInstallation(settings, { read, passphrase, withKeys: true })
}

/** Every row of our own tables and where their sequences stand, and what of sign-in has to move. */
async function contentOf(database: Pick<OpenDatabase, 'withSession'>) {
  return inSnapshot(database, async (session) => {
    const content: Record<string, unknown> = {}
    let table = ''
    for await (const part of readDatabase(session, {})) {
      if (part.type === 'table') table = part.value.name
      if (part.type === 'sequences') content.sequences = ours(part.value)
      if (part.type !== 'rows' || !isOurs(table)) continue
      const rows = JSON.parse(Buffer.from(part.bytes).toString()) as unknown[]
      content[table] = [
        ...((content[table] as string[]) ?? []),
        ...rows.map((row) => JSON.stringify(row)),
      ].sort()
    }
    const { query } = session
    content.users =
      await query(`select u.id, u.email, u.encrypted_password, u.email_confirmed_at, u.raw_app_meta_data,
      u.raw_user_meta_data, u.created_at, i.id as identity, i.provider_id, i.identity_data, f.secret, f.status
      from auth.users u left join auth.identities i on i.user_id = u.id left join auth.mfa_factors f on f.user_id = u.id
      order by u.id, i.id, f.id`)
    content.files =
      await query(`select bucket_id, o.name, o.owner, o.owner_id, user_metadata, public, file_size_limit::text,
      allowed_mime_types, metadata ->> 'mimetype' as type, metadata ->> 'cacheControl' as cached
      from storage.objects o join storage.buckets b on b.id = bucket_id order by 1, 2`)
    return content
  })
}
const isOurs = (name: string) => /^(public|pgboss)\./.test(name)
const ours = (sequences: object) =>
  Object.fromEntries(Object.entries(sequences).filter(([name]) => isOurs(name)))

async function contentAt(settings: TestDatabase['settings']) {
  const database = await openDatabase(settings)
  return contentOf(database).finally(() => database.close())
}

async function bytesAt(client: SupabaseClient, bucket: string, name: string): Promise<Buffer> {
  const { data, error } = await client.storage.from(bucket).download(name)
  if (error) throw error
  return Buffer.from(await data.arrayBuffer())
}

/** Signs in as before: the person with the old password, the owner with the code of the old app besides. */
async function signInBoth(browser: () => SupabaseClient): Promise<void> {
  expect(await browser().auth.signInWithPassword({ email: person, password })).toMatchObject({ error: null })
  const client = browser()
  const { data, error } = await client.auth.signInWithPassword({ email: owner, password })
  expect(error).toBeNull()
  const factorId = data.user?.factors?.[0]?.id ?? ''
  const code = codeAt(secret, new Date())?.code ?? ''
  expect(await client.auth.mfa.challengeAndVerify({ factorId, code })).toMatchObject({ error: null })
}

test.runIf(isPostgres)(
  'an installation moves into hosted Supabase and back out of it with everything that is its own',
  async () => {
    const before = await contentAt(source.settings)
    expect(await run('backup', 'in.sealed', old())).toMatchObject({ code: 0 })

    // A run that cannot reach the files leaves nothing.
    const closed = restoring({ SUPABASE_SECRET_KEY: 'sb_secret_another' })
    await expect(closed).rejects.toThrow(/^The storage interface refuses (?!.*sb_secret)/)
    const { data } = await hosted.admin().auth.admin.listUsers()
    expect(data.users).toEqual([])

    const downloads = hosted.admin().storage.from('public-downloads')
    await downloads.upload('strange.pdf', photo)
    await expect(restoring()).rejects.toMatchObject({
      ...{ reason: 'occupied', message: expect.stringContaining('public-downloads/strange.pdf') },
    })
    await downloads.remove(['strange.pdf'])
    await downloads.upload('plan.pdf', photo)
    await expect(restoring()).rejects.toMatchObject({ reason: 'occupied' })
    await downloads.remove(['plan.pdf'])

    // What a run that was killed over its files has left.
    const facts = { contentType: 'application/pdf', cacheControl: '60', metadata: { of: 'Айгерим' } }
    await downloads.upload('plan.pdf', plan, facts)
    const moved = await run('restore', 'in.sealed', supabase())
    expect(moved).toMatchObject({ code: 0, complained: '' })
    expect(moved.said).toContain('без ключей')
    expect(moved.said).toContain(texts.notForHosted)

    expect(await contentAt(far.settings)).toEqual(before)
    expect(await bytesAt(hosted.admin(), 'public-downloads', 'plan.pdf')).toEqual(plan)
    expect(await bytesAt(hosted.admin(), 'photos', '1/day 1.bin')).toEqual(photo)
    await signInBoth(hosted.browser)

    await expect(restoring()).rejects.toMatchObject({ reason: 'occupied' })

    // As GoTrue keeps a password that came from elsewhere.
    const database = await openDatabase(far.settings)
    await sql`update auth.users set encrypted_password = '$argon2id$v=19$m=16,t=2,p=1$c2FsdA$aGFzaA'
      where email = ${stranger}`.execute(database.db)
    await sql`update supabase_migrations.schema_migrations set version = '2' || version
      where version = '20261201020000'`.execute(database.db)
    const settings = readConfig({ SANDBOX: '1', ...supabase() }, sampleOwner)
    const take = (sealed: AsyncIterable<Uint8Array>) => text(Readable.from(sealed))
    const wishes = { passphrase, withKeys: true, now: new Date() }
    await expect(readInstallation(settings, wishes, take)).rejects.toMatchObject({ reason: 'other_version' })
    await sql`update supabase_migrations.schema_migrations set version = '20261201020000'
      where version = '220261201020000'`.execute(database.db)
    await database.close()
    const there = await contentAt(far.settings)
    const out = await run('backup', 'out.sealed', supabase())
    expect(out).toMatchObject({ code: 0, complained: `${texts.unreadable(1)}\n` })
    expect(out.said).toContain(texts.leftInHosted)

    expect(await run('restore', 'out.sealed', embedded())).toMatchObject({ code: 0, complained: '' })
    await expect(access(inFolder('new.keys'))).rejects.toThrow()
    const dataDir = path.join(inFolder('new'), 'database')
    const back = await contentAt({ kind: 'pglite', dataDir })
    const unread = (there.users as { email: string }[]).map((user) =>
      user.email === stranger ? { ...user, encrypted_password: null } : user,
    )
    expect(back).toEqual({ ...there, users: unread })

    const server = await givenServer({
      database: { settings: { kind: 'pglite', dataDir } },
      env: { DATA_DIR: inFolder('new') },
    })
    await signInBoth(server.visitor)
    expect(await bytesAt(server.admin, 'public-downloads', 'plan.pdf')).toEqual(plan)
    expect(await bytesAt(server.admin, 'photos', '1/day 1.bin')).toEqual(photo)
    await server.close()
  },
  300_000,
)
