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

/** The maximum wait for a connection. */
export const defaultWaitTimeoutMs = 5_000
const backgroundWaitTimeoutMs = 10_000
const defaultStatementTimeoutMs = 8_000
const endTimeoutMs = 2_000
export const defaultPoolSize = 10

/** The timeout of an idle transaction, whose client is gone. */
const idleInTransactionTimeoutMs = 120_000

export type PoolLimits = {
  /** The number of connections there may be for requests; jobs have half as many of their own. */
  poolSize?: number | undefined
  /** The timeout of a request's statement; 8 s by default. */
  statementTimeoutMs?: number | undefined
  /** The time that a request waits for a connection; five seconds by default. */
  waitTimeoutMs?: number | undefined
}

/**
 * A Kysely dialect for unreliable connections: failed statements get codes of class 08 or 57, and
 * the next ones reconnect. Background work has its own pool.
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
  // Without listeners a dropped connection would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    const madeIn = breaker.openings
    // Ignores silence from before the breaker last opened.
    const onSilence = () => madeIn === breaker.openings && breaker.open()
    known.set(client, { bounded: new BoundedClient(client, statementTimeoutMs, onSilence), madeIn })
  })

  pool.on('remove', (client) => void known.delete(client))
  // Requests from before the breaker opened are finished or lost.
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
    // An older connection may be dead.
    client.release(true)
    return connect()
  }
  return {
    connect: () => breaker.call(connect),
    end: () => pool.end(),
  }
}
