import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto'
import { Kysely, PostgresDialect } from 'kysely'
import { Client, Pool } from 'pg'
import type { DatabaseSettings } from '../settings.ts'
import { listenPostgres } from './listen-postgres.ts'
import { lockFolder } from './lock-folder.ts'
import { makeDataFolder } from './make-data-folder.ts'
import { PGliteConnection } from './pglite-connection.ts'
import { FastPGliteDialect } from './pglite-dialect.ts'
import type { PlatformTables } from './tables.ts'

/** One connection for work that Kysely has no words for: scripts of many statements, and session locks. */
export type DatabaseSession = {
  script: (sql: string) => Promise<void>
  query: <Row>(sql: string, values?: readonly unknown[]) => Promise<Row[]>
}

/** Hears what `NOTIFY` says on a channel, until the function it answers with is called. */
export type Listen = (channel: string, hear: (payload: string) => void) => Promise<() => Promise<void>>

export type OpenDatabase = {
  db: Kysely<PlatformTables>
  withSession: <Result>(work: (session: DatabaseSession) => Promise<Result>) => Promise<Result>
  listen: Listen
  /** The data folder as a tar archive, to open another database from; PGlite only. */
  dump: (() => Promise<Blob>) | null
  close: () => Promise<void>
}

/** Opens the database that the settings name. Every session runs in UTC, so that JSON shows times alike. */
export function openDatabase(settings: DatabaseSettings): Promise<OpenDatabase> {
  return settings.kind === 'pglite' ? openPGlite(settings) : openPostgres(settings)
}

/**
 * PostgreSQL's own 128 MB of buffers are for more rows than this database will hold, and it takes them at once. A plan
 * is made for the values at hand, although statements are kept prepared: one for any values cannot use a partial index
 * whose condition is among the parameters, and refuses such an ON CONFLICT.
 */
const startParams = [
  ...PGlite.defaultStartParams,
  ...['-c', 'shared_buffers=16MB'],
  ...['-c', 'plan_cache_mode=force_custom_plan'],
]

async function openPGlite(settings: DatabaseSettings & { kind: 'pglite' }): Promise<OpenDatabase> {
  const inMemory = settings.dataDir === 'memory'
  if (!inMemory) await mkdir(dirname(settings.dataDir), { recursive: true })
  const unlock = inMemory ? async () => {} : await lockFolder(settings.dataDir)
  const make = inMemory || settings.dump ? async () => {} : makeDataFolder
  const pglite = await make(settings.dataDir)
    .then(() =>
      PGlite.create({
        startParams,
        dataDir: inMemory ? 'memory://' : settings.dataDir,
        ...(settings.dump ? { loadDataDir: settings.dump } : {}),
        ...(settings.pgcrypto ? { extensions: { pgcrypto } } : {}),
      }),
    )
    .catch(async (error) => {
      await unlock()
      throw error
    })
  await pglite.exec("set timezone = 'UTC'")
  const connection = new PGliteConnection(pglite)
  const session: DatabaseSession = {
    script: (sql) => connection.alone(async () => void (await pglite.exec(sql))),
    query: <Row>(sql: string, values: readonly unknown[] = []) =>
      connection.alone(async () => (await pglite.query<Row>(sql, [...values])).rows),
  }
  return {
    db: new Kysely<PlatformTables>({ dialect: new FastPGliteDialect(pglite, connection) }),
    withSession: (work) => work(session),
    listen: (channel, hear) => connection.alone(() => pglite.listen(channel, hear)),
    dump: () => connection.alone(() => pglite.dumpDataDir('none')),
    close: async () => {
      await pglite.close()
      await unlock()
    },
  }
}

async function openPostgres(settings: DatabaseSettings & { kind: 'postgres' }): Promise<OpenDatabase> {
  const connection = { connectionString: settings.url, options: '-c timezone=UTC' }
  const pool = new Pool({ ...connection, max: settings.poolSize ?? 10 })
  // An idle connection that the server closes is replaced on next use; without a listener it would end the process.
  pool.on('error', () => {})
  return {
    db: new Kysely<PlatformTables>({ dialect: new PostgresDialect({ pool }) }),
    withSession: async (work) => {
      const client = new Client(connection)
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
    },
    listen: (channel, hear) => listenPostgres(connection, channel, hear),
    dump: null,
    close: () => pool.end(),
  }
}
