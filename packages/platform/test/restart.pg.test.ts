import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openDatabase } from '../src/database/open-database.ts'
import { PGliteWire } from '../src/database/pglite/pglite-wire.ts'
import { openPlatform } from '../src/platform.ts'
import type { DatabaseSettings } from '../src/settings.ts'
import { call, signedInClient } from '../testing/clients.ts'
import { givenDatabase, type TestDatabase } from '../testing/given-database.ts'
import { givenPlatform } from '../testing/given-platform.ts'
import { testTimeouts } from '../testing/test-timeouts.ts'

let folder: string
let database: TestDatabase
let settings: DatabaseSettings

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restart-test-'))
  database = await givenDatabase()
  settings =
    database.settings.kind === 'pglite'
      ? { ...database.settings, dataDir: join(folder, 'db') }
      : database.settings
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

it('keeps people, their sessions and the keys over a restart', async () => {
  const before = await givenPlatform({ database: settings })
  const { client, userId } = await signedInClient(before, 'asel@example.com')
  const { access_token: token } = (await client.auth.getSession()).data.session ?? {}
  const { error } = await client.from('memos').insert({ user_id: userId, name: 'Асель' })
  expect(error).toBeNull()
  await before.close()

  const { kind } = settings
  const after = await givenPlatform({
    database: kind === 'pglite' ? { kind, dataDir: settings.dataDir } : settings,
  })
  try {
    expect(after.keys).toEqual(before.keys)
    expect((await call(after, '/auth/v1/user', { token: token ?? '' })).body.id).toBe(userId)
    const memos = await call(after, '/rest/v1/memos?select=name', { token: token ?? '' })
    expect(memos.body).toEqual([{ name: 'Асель' }])
    await after.ping()
  } finally {
    await after.close()
  }
  await expect(after.ping()).rejects.toThrow()
})

it('refuses a folder that lost its database, instead of making another', async () => {
  if (settings.kind !== 'pglite') return
  const keyFile = join(folder, 'lost.keys')
  const lost = { database: { kind: settings.kind, dataDir: join(folder, 'lost') }, keyFile }
  await writeFile(keyFile, `${Buffer.alloc(32).toString('base64url')}\n`, { mode: 0o600 })
  await expect(givenPlatform(lost)).rejects.toThrow('Is the volume mounted')
})

it('lets several processes start at once on one PostgreSQL, and one only on a PGlite folder', async () => {
  const open = () => {
    const { kind } = settings
    return openPlatform({
      database: kind === 'pglite' ? { kind, dataDir: settings.dataDir } : settings,
      externalUrl: 'http://platform.test',
      siteUrl: 'http://site.test',
      sendMail: async () => {},
      renderMail: () => ({ subject: '', text: '', html: '' }),
      storage: { folder },
    })
  }
  const first = await open()
  try {
    if (settings.kind === 'pglite') {
      await expect(open()).rejects.toThrow(/in use by process/)
    } else {
      const others = await Promise.all([open(), open(), open()])
      for (const other of others) {
        expect(other.keys).toEqual(first.keys)
        await other.close()
      }
    }
  } finally {
    await first.close()
  }
})

it('lets those who write at once share a sync of the disk', async () => {
  if (settings.kind !== 'pglite') return
  const { db, close } = await openDatabase({ kind: 'pglite', dataDir: settings.dataDir, ...testTimeouts })
  const synced = vi.spyOn(PGliteWire.prototype, 'sync')
  try {
    await sql`create table written (n int)`.execute(db)
    synced.mockClear()
    await Promise.all(
      Array.from({ length: 16 }, (_, n) => sql`insert into written values (${n})`.execute(db)),
    )
    expect(synced.mock.calls.length).toBeGreaterThan(0)
    expect(synced.mock.calls.length).toBeLessThan(8)
  } finally {
    synced.mockRestore()
    await close()
  }
})
