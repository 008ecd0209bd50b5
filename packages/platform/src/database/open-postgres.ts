import { Kysely } from 'kysely'
import { Client, type ClientConfig } from 'pg'
import type { DatabaseSettings } from '../settings.ts'
import { listenPostgres } from './listen-postgres.ts'
import type { DatabaseSession, OpenDatabase } from './open-database.ts'
import { PooledDialect } from './pooled-dialect.ts'
import type { PlatformTables } from './tables.ts'

/** Opens a pool of connections to a PostgreSQL. */
export async function openPostgres(settings: DatabaseSettings & { kind: 'postgres' }): Promise<OpenDatabase> {
  const connection = { connectionString: settings.url, options: '-c timezone=UTC' }
  const dialect = new PooledDialect({ ...connection, max: settings.poolSize ?? 10 })
  const db = new Kysely<PlatformTables>({ dialect })
  return {
    db,
    withSession: (work) => inSession(connection, work),
    listen: (channel, hear) => listenPostgres(connection, channel, hear),
    dump: null,
    beginCopy: null,
    signsOfLife: null,
    close: () => db.destroy(),
  }
}

async function inSession<Result>(
  connection: ClientConfig,
  work: (session: DatabaseSession) => Promise<Result>,
): Promise<Result> {
  const client = new Client(connection)
  // The statement under way is refused; without a listener it would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work({
      script: async (sql) => {
        await client.query(sql)
      },
      query: async <Row>(sql: string, values: readonly unknown[] = []) =>
        (await client.query(sql, [...values])).rows as Row[],
    })
  } finally {
    await client.end()
  }
}
