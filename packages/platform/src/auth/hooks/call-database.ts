import { sql } from 'kysely'
import { withHints } from '../../database/hints.ts'
import type { Db } from '../../database/trx.ts'

/** What a function may take, in milliseconds. */
const longestMs = 2_000

const address = /^pg-functions:\/\/[^/]+\/([a-z_]\w{0,62})\/([a-z_]\w{0,62})$/i

/** Whether this names a function of the database: `pg-functions://postgres/<schema>/<name>`. */
export function isFunctionAddress(uri: string): boolean {
  return address.test(uri)
}

/** Calls a function with the payload as its one argument, `jsonb`, and answers with what it returns. */
export async function callDatabase(db: Db, uri: string, payload: string): Promise<unknown> {
  const [, schema = '', name = ''] = address.exec(uri) ?? []
  const called = sql<{ output: unknown }>`select ${sql.id(schema, name)}(${payload}::jsonb)::jsonb as output`
  return db.transaction().execute(async (trx) => {
    const limiting = sql`select set_config('statement_timeout', ${String(longestMs)}, true)`
    await trx.executeQuery(withHints(limiting.compile(trx), { deferred: true }))
    const { rows } = await called.execute(trx)
    return rows[0]?.output
  })
}
