import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { DatabaseSettings } from '../../src/settings.ts'
import {
  purgeOrphanObjects,
  trackUpload,
  untrackUpload,
  withUploadHeartbeat,
} from '../../src/storage/objects/orphan-objects.ts'
import { saveUpload } from '../../src/storage/objects/save-upload.ts'
import type { StorageContext } from '../../src/storage/storage-request.ts'
import { localStore } from '../../src/storage/stores/local-store.ts'
import { serviceClient } from '../../testing/clients.ts'
import { givenDatabase, type TestDatabase } from '../../testing/given-database.ts'
import { givenPlatform, type TestPlatform } from '../../testing/given-platform.ts'

let folder: string
let files: string
let test: TestDatabase
let database: DatabaseSettings

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'killed-test-'))
  files = join(folder, 'files')
  test = await givenDatabase()
  const { settings } = test
  database = settings.kind === 'pglite' ? { ...settings, dataDir: join(folder, 'db') } : settings
  const platform = await givenPlatform({ database, storage: { folder: files } })
  await serviceClient(platform).storage.createBucket('films')
  await platform.close()
  // The next ones find it there.
  if (database.kind === 'pglite') database = { kind: 'pglite', dataDir: database.dataDir }
})
afterAll(async () => {
  await test.drop()
  await rm(folder, { recursive: true, force: true })
})

const stored = async () =>
  (await readdir(files, { recursive: true, withFileTypes: true }).catch(() => [])).filter((one) =>
    one.isFile(),
  ).length

async function end(platform: TestPlatform): Promise<void> {
  // What was read a moment ago may not have ended for the server.
  platform.app.server.closeAllConnections()
  await platform.close()
}

it.each(['half way', 'before the row'])('an upload killed %s leaves nothing for good', async (when) => {
  const before = await stored()
  const signal = await new Promise((resolve) => {
    const script = join(import.meta.dirname, 'die-after-bytes.ts')
    const argument = JSON.stringify({ database, folder: files, when })
    execFile(process.execPath, [script, argument], (error) => resolve(error?.signal))
  })
  expect([signal, await stored()]).toEqual(['SIGKILL', before + 1])

  const platform = await givenPlatform({ database, storage: { folder: files } })
  try {
    const context = { db: platform.db, store: localStore(files) }
    expect(await purgeOrphanObjects(context)).toBe(0)
    const { storage } = serviceClient(platform)
    expect((await storage.from('films').upload('b.bin', 'kept', { upsert: true })).error).toBeNull()
    await sql`update platform.unsaved_objects set begun_at = now() - interval '25 hours'`.execute(platform.db)
    expect(await purgeOrphanObjects(context)).toBe(1)
    expect(await stored()).toBe(1)
    expect((await storage.from('films').list()).data?.map(({ name }) => name)).toEqual(['b.bin'])
    expect(await (await storage.from('films').download('b.bin')).data?.text()).toBe('kept')
  } finally {
    await end(platform)
  }
})

it('keeps the bytes of an object whose saving was not written off', async () => {
  const platform = await givenPlatform({ database, storage: { folder: files } })
  try {
    const { storage } = serviceClient(platform)
    await sql`insert into platform.unsaved_objects (version, begun_at)
      select version::uuid, now() - interval '2 days' from storage.objects`.execute(platform.db)
    expect(await purgeOrphanObjects({ db: platform.db, store: localStore(files) })).toBe(1)
    expect(await (await storage.from('films').download('b.bin')).data?.text()).toBe('kept')
  } finally {
    await end(platform)
  }
})

it('an upload that is saved stays, though what comes after it fails', async () => {
  const platform = await givenPlatform({ database, storage: { folder: files } })
  try {
    const films = serviceClient(platform).storage.from('films')
    await sql`create function platform.refuse() returns trigger language plpgsql
      as 'begin raise exception ''not now''; end'`.execute(platform.db)
    await sql`create trigger refuse before delete on platform.unsaved_objects
      for each statement execute function platform.refuse()`.execute(platform.db)
    expect((await films.upload('c.bin', 'first')).error).toBeNull()
    expect((await films.upload('c.bin', 'second', { upsert: true })).error).toBeNull()
    expect(await (await films.download('c.bin')).data?.text()).toBe('second')
    await sql`drop trigger refuse on platform.unsaved_objects`.execute(platform.db)
  } finally {
    await end(platform)
  }
})

/** An upload whose second half comes when `finish` is called. */
function givenSlowUpload(platform: TestPlatform, name: string) {
  const rest = Promise.withResolvers<void>()
  async function* bytes() {
    yield Buffer.alloc(100_000, 'a')
    await rest.promise
    yield Buffer.alloc(100_000, 'b')
  }
  const answer = new Promise<number | undefined>((resolve, reject) => {
    const asking = request(`${platform.url}/storage/v1/object/films/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'video/mp4', apikey: platform.keys.secret },
    })
    asking.once('response', (response) => resolve(response.resume().statusCode))
    asking.once('error', reject)
    Readable.from(bytes()).pipe(asking)
  })
  return { answer, finish: () => rest.resolve() }
}

const beginLongAgo = (platform: TestPlatform) =>
  sql`update platform.unsaved_objects set begun_at = now() - interval '25 hours'`.execute(platform.db)
const countUnsaved = async ({ db }: TestPlatform) =>
  (await db.selectFrom('platform.unsaved_objects').select('version').execute()).length

it('an upload whose bytes were given up becomes no object', async () => {
  const platform = await givenPlatform({ database, storage: { folder: files } })
  try {
    await sql`delete from platform.unsaved_objects`.execute(platform.db)
    const before = await stored()
    const { answer, finish } = givenSlowUpload(platform, 'late.bin')
    await expect.poll(() => countUnsaved(platform)).toBe(1)
    await beginLongAgo(platform)
    expect(await purgeOrphanObjects({ db: platform.db, store: localStore(files) })).toBe(1)
    finish()
    expect(await answer).toBe(408)
    const { data } = await serviceClient(platform).storage.from('films').exists('late.bin')
    expect(data).toBe(false)
    expect(await stored()).toBe(before)
  } finally {
    await end(platform)
  }
})

it('an upload that is still coming after a day is saved', async () => {
  // An hour passes below in which not a byte comes.
  const storage = { folder: files, stalledTimeoutMs: 7_200_000 }
  const platform = await givenPlatform({ database, storage })
  // After the platform's own timers, or its sweep would be at the row in the same moment as the sign.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    await sql`delete from platform.unsaved_objects`.execute(platform.db)
    const { answer, finish } = givenSlowUpload(platform, 'slow.bin')
    await expect.poll(() => countUnsaved(platform)).toBe(1)
    await beginLongAgo(platform)
    vi.advanceTimersByTime(3_600_000)
    const isFresh = async () =>
      (
        await sql`select from platform.unsaved_objects where begun_at > now() - interval '1 hour'`.execute(
          platform.db,
        )
      ).rows.length
    await expect.poll(isFresh).toBe(1)
    expect(await purgeOrphanObjects({ db: platform.db, store: localStore(files) })).toBe(0)
    finish()
    expect(await answer).toBe(200)
    const { data } = await serviceClient(platform).storage.from('films').download('slow.bin')
    expect(data?.size).toBe(200_000)
  } finally {
    vi.useRealTimers()
    await end(platform)
  }
})

it('bytes that an object is being made of are not given up', async ({ skip }) => {
  skip(database.kind === 'pglite', 'Its one connection lets no sweep in between.')
  const platform = await givenPlatform({ database, storage: { folder: files } })
  const { db } = platform
  try {
    await sql`delete from platform.unsaved_objects`.execute(db)
    await sql`create function platform.wait() returns trigger language plpgsql
      as 'begin perform pg_advisory_xact_lock(1); return new; end'`.execute(db)
    await sql`create trigger wait before insert on storage.objects
      for each row execute function platform.wait()`.execute(db)
    const { answer, finish } = givenSlowUpload(platform, 'held.bin')
    await expect.poll(() => countUnsaved(platform)).toBe(1)
    await beginLongAgo(platform)
    await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(1)`.execute(trx)
      finish()
      const waiting = sql`select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`
      await expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(1)
      expect(await purgeOrphanObjects({ db, store: localStore(files) })).toBe(0)
    })
    expect(await answer).toBe(200)
    const { data } = await serviceClient(platform).storage.from('films').download('held.bin')
    expect(data?.size).toBe(200_000)
  } finally {
    await sql`drop function if exists platform.wait() cascade`.execute(db)
    await end(platform)
  }
})

it('bytes given up between the last of them and the row become no object', async () => {
  const platform = await givenPlatform({ database, storage: { folder: files } })
  const { db } = platform
  try {
    await sql`delete from platform.unsaved_objects`.execute(db)
    const before = await stored()
    const store = localStore(files)
    const sweptStore: typeof store = {
      ...store,
      async write(key, bytes) {
        await store.write(key, bytes)
        await beginLongAgo(platform)
        expect(await purgeOrphanObjects({ db, store })).toBe(1)
      },
    }
    const saving = saveUpload(
      { db, store: sweptStore, settings: { storage: { fileSizeLimit: 1_000_000 } } } as StorageContext,
      { role: 'service_role', claims: {} },
      { bucket: 'films', name: 'swept.bin' },
      {
        ...{ type: 'video/mp4', overwrite: false, announced: { size: null, userMetadata: null } },
        bytes: Readable.from([Buffer.alloc(1000)]),
        finish: async () => ({ cacheControl: 'no-cache', metadata: null }),
        checkIsSending: () => {},
      },
    )
    await expect(saving).rejects.toMatchObject({ status: 408 })
    const { data } = await serviceClient(platform).storage.from('films').exists('swept.bin')
    expect([data, await stored()]).toEqual([false, before])
  } finally {
    await end(platform)
  }
})

it('an upload that fails tells why, whether or not its key can be looked up', async () => {
  const platform = await givenPlatform({ database, storage: { folder: files } })
  try {
    const broken = new Error('The line is cut.')
    const fail = () => Promise.reject(broken)
    const version = crypto.randomUUID()
    await trackUpload(platform, version)
    await expect(withUploadHeartbeat(platform, version, fail)).rejects.toBe(broken)
    await expect(withUploadHeartbeat(platform, 'no key that can be asked for', fail)).rejects.toBe(broken)
    await untrackUpload(platform, version)
    await expect(withUploadHeartbeat(platform, version, fail)).rejects.toMatchObject({ status: 408 })
  } finally {
    await end(platform)
  }
})
