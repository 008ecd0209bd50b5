import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { lead } from './client.ts'

/** PGlite by itself, in this process: the statements alone, with no one to serve. */
export type Bare = {
  insertLead: () => Promise<unknown>
  readLatest: () => Promise<unknown>
  close: () => Promise<void>
}

const userId = '00000000-0000-4000-8000-000000000001'

/** Opens PGlite in the folder with the benchmark's table and one user's lead. */
export async function openBare(folder: string): Promise<Bare> {
  const pglite = await PGlite.create({ dataDir: folder })
  await pglite.exec(`
    create role anon; create role authenticated; create schema auth;
    create function auth.uid() returns uuid language sql as 'select null::uuid';`)
  await pglite.exec(await readFile(join(import.meta.dirname, 'schema.sql'), 'utf8'))
  await pglite.query('insert into public.quiz_leads (user_id, name) values ($1, $2)', [userId, lead.name])
  return {
    insertLead: () =>
      pglite.query(
        'insert into public.quiz_leads (name, email, phone, category, locale) values ($1, $2, $3, $4, $5)',
        [lead.name, lead.email, lead.phone, lead.category, lead.locale],
      ),
    readLatest: () =>
      pglite.query('select * from public.quiz_leads where user_id = $1 order by created_at desc limit 1', [
        userId,
      ]),
    close: () => pglite.close(),
  }
}
