import {
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
} from 'kysely'
import { Pool, type PoolConfig } from 'pg'
import { databaseRefusal, isPostgresError } from '../http/postgres-error.ts'

/** How long to wait for a connection, be it that all are in use or that nobody answers. */
const connectionTimeoutMillis = 10_000

/**
 * Kysely's dialect on a pool of connections that PostgreSQL may drop at any time: the statements under way are refused
 * with a code of class 08 or 57, and the next ones connect anew. Destroying the database ends the pool.
 */
export class PooledDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PoolConfig) {
    const pool = new Pool({ connectionTimeoutMillis, ...config })
    // Without listeners a dropped connection ends the process: an idle one by the pool, one in use by itself.
    pool.on('error', () => {})
    pool.on('connect', (client) => void client.on('error', () => {}))
    const dialectConfig = { pool }
    super(dialectConfig)
    this.#config = dialectConfig
  }

  override createDriver(): Driver {
    return new PooledDriver(this.#config)
  }
}

class PooledDriver extends PostgresDriver {
  readonly #known = new WeakSet<DatabaseConnection>()

  override async acquireConnection(
    ...given: Parameters<PostgresDriver['acquireConnection']>
  ): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection(...given).catch((error: unknown) => {
      throw isPostgresError(error) && /^5[37]/.test(error.code) ? error : away('08001', error)
    })
    if (this.#known.has(connection)) return connection
    this.#known.add(connection)
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = (...query) =>
      execute<never>(...query).catch((error: unknown) => {
        throw isDropped(error) ? away('08006', error) : error
      })
    return connection
  }
}

/** Whether the driver says so; it has no code for it. */
function isDropped(error: unknown): boolean {
  if (!(error instanceof Error) || isPostgresError(error)) return false
  return (
    'syscall' in error ||
    /^(Connection terminated|Client was closed|Client has encountered)/.test(error.message)
  )
}

function away(code: string, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message || ('code' in cause && cause.code) : cause
  return Object.assign(databaseRefusal(code, `the database is away: ${reason}`), { cause })
}
