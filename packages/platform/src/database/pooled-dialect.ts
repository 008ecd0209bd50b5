import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type PostgresPool,
} from 'kysely'
import { Pool, type PoolClient, type PoolConfig } from 'pg'
import { isPostgresError } from '../http/postgres-error.ts'
import { BoundedClient, connectionLostError } from './bounded-client.ts'
import { CircuitBreaker } from './circuit-breaker.ts'
import { backgroundTimeoutMs, isInBackground } from './run-in-background.ts'

/**
 * The time that somebody waits for a connection who is waited for, be it that all are in use or
 * that nobody answers.
 */
export const defaultWaitTimeoutMs = 5_000
const backgroundWaitTimeoutMs = 10_000
const defaultStatementTimeoutMs = 8_000
const endTimeoutMs = 2_000
export const defaultPoolSize = 10

/** A transaction that says nothing for so long is given up by the server: whoever began it is gone. */
const idleInTransactionTimeoutMs = 120_000

export type PoolLimits = {
  /** The number of connections there may be for requests; jobs have half as many of their own. */
  poolSize?: number | undefined
  /** What a statement of a request may take; eight seconds by default. */
  statementTimeoutMs?: number | undefined
  /** The time that a request waits for a connection; five seconds by default. */
  waitTimeoutMs?: number | undefined
}

/**
 * Kysely's dialect on connections that PostgreSQL may drop at any time, or hang on: the statements under way are refused with
 * a code of class 08 or 57, and the next ones connect anew. Work that nobody waits for has connections of its own, so that a
 * backlog of it, or what it hangs on, keeps no request waiting. Destroying the database ends them all.
 */
export class PooledDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(
    config: PoolConfig,
    {
      poolSize = defaultPoolSize,
      statementTimeoutMs = defaultStatementTimeoutMs,
      waitTimeoutMs = defaultWaitTimeoutMs,
    }: PoolLimits = {},
  ) {
    const breaker = new CircuitBreaker()
    const foreground = openPool(
      { ...config, max: poolSize },
      { connectionTimeoutMillis: waitTimeoutMs, statementTimeoutMs: statementTimeoutMs, breaker },
    )
    const background = openPool(
      { ...config, max: Math.ceil(poolSize / 2) },
      {
        connectionTimeoutMillis: Math.max(backgroundWaitTimeoutMs, waitTimeoutMs),
        statementTimeoutMs: Math.max(backgroundTimeoutMs, statementTimeoutMs),
        breaker,
      },
    )
    const pool: PostgresPool = {
      options: config,
      connect: () => (isInBackground() ? background : foreground).connect(),
      // A server that answers nothing says no goodbye either.
      end: async () => {
        await Promise.race([
          Promise.all([foreground.end(), background.end()]),
          sleep(endTimeoutMs, null, { ref: false }),
        ])
      },
    }
    super({ pool })
    this.#config = { pool }
  }

  override createDriver(): Driver {
    return new PostgresDriver(this.#config)
  }
}

type PoolWaits = { connectionTimeoutMillis: number; statementTimeoutMs: number; breaker: CircuitBreaker }

function openPool(config: PoolConfig, { connectionTimeoutMillis, statementTimeoutMs, breaker }: PoolWaits) {
  const pool = new Pool({
    keepAlive: true,
    connectionTimeoutMillis,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
    ...config,
  })
  const known = new Map<PoolClient, { bounded: BoundedClient; madeIn: number }>()
  // Without listeners a dropped connection ends the process: an idle one by the pool, one in use by itself.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    const madeIn = breaker.openings
    // What was asked before the breaker last opened says nothing of now.
    const onSilence = () => madeIn === breaker.openings && breaker.open()
    known.set(client, { bounded: new BoundedClient(client, statementTimeoutMs, onSilence), madeIn })
  })

  pool.on('remove', (client) => void known.delete(client))
  // What was asked before the breaker opened is answered now, or the way that it was asked by is no more.
  breaker.onClose(() => {
    for (const { bounded, madeIn } of known.values()) if (madeIn !== breaker.openings) bounded.hasten()
  })

  async function connect(): Promise<BoundedClient> {
    const client = await pool.connect().catch((error: unknown) => {
      if (error instanceof Error && error.message.includes('due to connection timeout')) breaker.open()
      throw isPostgresError(error) && /^5[37]/.test(error.code) ? error : connectionLostError('08001', error)
    })
    const found = known.get(client)
    if (found && found.madeIn === breaker.openings) return found.bounded
    // It was made before the server fell silent, and may be of a network that is no more.
    client.release(true)
    return connect()
  }
  return {
    connect: () => breaker.call(connect),
    end: () => pool.end(),
  }
}
