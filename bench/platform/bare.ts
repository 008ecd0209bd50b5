import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as afterOthers } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { DurableFiles } from '../../packages/platform/src/database/pglite/durable-files.ts'
import { lead } from './client.ts'

/** PGlite by itself, in this process: the statements alone, with no one to serve. */
export type Bare = {
  insertLead: (given?: typeof lead) => Promise<unknown>
  readLatest: () => Promise<{ rows: unknown[] }>
  close: () => Promise<void>
}

const userId = '00000000-0000-4000-8000-000000000001'

/** Opens PGlite as it comes in the folder, with the benchmark's table and one user's lead. It syncs nothing to the disk. */
export async function openBare(folder: string): Promise<Bare> {
  return prepare(await PGlite.create({ dataDir: folder }), async () => {})
}

/** The same on the platform's files: who has written is told of it after a sync, which all who wrote meanwhile share. */
export async function openSyncedBare(folder: string): Promise<Bare> {
  const files = new DurableFiles(folder)
  const params = PGlite.defaultStartParams.filter((param) => param !== '-F')
  const startParams = [...params, '-c', 'wal_sync_method=fsync']
  let syncing: Promise<void> | null = null
  const settle = () => {
    if (!files.isUnsynced) return Promise.resolve()
    syncing ??= afterOthers().then(() => {
      syncing = null
      files.syncLog()
    })
    return syncing
  }
  return prepare(await PGlite.create({ fs: files, startParams }), settle)
}

async function prepare(pglite: PGlite, settle: () => Promise<void>): Promise<Bare> {
  await pglite.exec(`
    create role anon; create role authenticated; create schema auth;
    create function auth.uid() returns uuid language sql as 'select null::uuid';`)
  await pglite.exec(await readFile(join(import.meta.dirname, 'schema.sql'), 'utf8'))
  await pglite.query('insert into public.quiz_leads (user_id, name) values ($1, $2)', [userId, lead.name])
  return {
    insertLead: async ({ name, email, phone, category, locale } = lead) => {
      await pglite.query(
        'insert into public.quiz_leads (name, email, phone, category, locale) values ($1, $2, $3, $4, $5)',
        [name, email, phone, category, locale],
      )
      await settle()
    },
    readLatest: async () => {
      const read = await pglite.query(
        'select * from public.quiz_leads where user_id = $1 order by created_at desc limit 1',
        [userId],
      )
      await settle()
      return read
    },
    close: () => pglite.close(),
  }
}
