import { Kysely } from 'kysely'
import { Client, type ClientConfig } from 'pg'
import type { DatabaseSession, OpenDatabase } from './database.ts'
import type { DatabaseSettings } from './database-settings.ts'
import { limitConcurrency } from './limit-concurrency.ts'
import { listenPostgres } from './listen-postgres.ts'
import { defaultPoolSize, PooledDialect } from './pooled-dialect.ts'
import type { PlatformTables } from './tables.ts'

const connectionTimeoutMillis = 10_000

/** Migrations and backups need no timeouts. */
const noTimeouts = '-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0'

/** Opens a pool of connections to a PostgreSQL. */
export async function openPostgres(settings: DatabaseSettings & { kind: 'postgres' }): Promise<OpenDatabase> {
  const utc = '-c timezone=UTC'
  const connection = { connectionString: settings.url, connectionTimeoutMillis, keepAlive: true }
  const dialect = new PooledDialect({ connectionString: settings.url, options: utc }, settings)
  const db = new Kysely<PlatformTables>({ dialect })
  const half = Math.ceil((settings.poolSize ?? defaultPoolSize) / 2)
  return {
    db,
    narrowDb: new Kysely<PlatformTables>({
      dialect: limitConcurrency(dialect, half, settings.waitTimeoutMs),
    }),
    withSession: (work) => inSession({ ...connection, options: `${utc} ${noTimeouts}` }, work),
    listen: (channel, hear) => listenPostgres({ ...connection, options: utc }, channel, hear),
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
