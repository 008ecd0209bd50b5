import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { PlatformTables } from '../database/tables.ts'
import { type Limiter, type OpenLimiter, refillRateOf, refused, type Turn } from './limiter.ts'
import { createMemoryLimits } from './memory-limits.ts'

type Db = Kysely<PlatformTables>
type digestsOf = { ok: boolean; wait_us: string | null }

const sweepEveryMs = 60_000
const deletedPerSweep = 10_000
const maxRememberedRefusals = 50_000

/**
 * Creates limiters that all processes share through the database. Refusals are cached, and without
 * the database each process counts alone.
 */
export function createDatabaseLimits(db: Db): OpenLimiter {
  const alone = createMemoryLimits()
  const refusedUntilMs = new Map<string, number>()
  const sweep = createSweeper(db)

  return (name, limit): Limiter => {
    const { pauseUs, aheadUs } = refillRateOf(limit)
    const inReserve = alone(name, limit)

    const ask = async (method: keyof Limiter, key: string): Promise<Turn> => {
      const hash = hashOf(name, key)
      const remembered = refusedUntilMs.get(hash)
      const nowMs = performance.now()
      if (remembered !== undefined && remembered > nowMs) return refused((remembered - nowMs) * 1000)
      refusedUntilMs.delete(hash)

      const statement = method === 'take' ? takeTurn : peekTurn
      const answer = await statement(db, hash, pauseUs, aheadUs)
      if (answer.ok) return { ok: true }
      const waitUs = Number(answer.wait_us ?? pauseUs)
      if (refusedUntilMs.size >= maxRememberedRefusals) refusedUntilMs.clear()
      refusedUntilMs.set(hash, nowMs + waitUs / 1000)
      return refused(waitUs)
    }
    return {
      async take(key) {
        try {
          await sweep()
          return await ask('take', key)
        } catch {
          return inReserve.take(key)
        }
      },
      async peek(key) {
        try {
          return await ask('peek', key)
        } catch {
          return inReserve.peek(key)
        }
      },
    }
  }
}

/** Addresses of people are nothing to keep in a table of counters. */
function hashOf(name: string, key: string): string {
  return createHash('sha256').update(`${name}\n${key}`).digest('hex').slice(0, 32)
}

const microseconds = (count: number) => sql`make_interval(secs => ${count}::float8 / 1000000)`

/** One statement, so that concurrent callers are serialized. A refusal writes nothing. */
async function takeTurn(db: Db, hash: string, pauseUs: number, aheadUs: number): Promise<digestsOf> {
  const key = sql`decode(${hash}, 'hex')`
  const fullAt = sql`greatest(case when ${isPlausibleTime('l.full_at', aheadUs)} then l.full_at end, now()) + ${microseconds(pauseUs)}`
  const { rows } = await sql<digestsOf>`
    with taken as (
      insert into platform.rate_limits as l (key, full_at) values (${key}, now() + ${microseconds(pauseUs)})
      on conflict (key) do update set full_at = ${fullAt}
        where ${fullAt} <= now() + ${microseconds(aheadUs)}
      returning 1
    )
    select exists (select from taken) as ok, (${waitExpression(key, pauseUs, aheadUs)}) as wait_us`.execute(
    db,
  )
  return rows[0] ?? { ok: true, wait_us: null }
}

async function peekTurn(db: Db, hash: string, pauseUs: number, aheadUs: number): Promise<digestsOf> {
  const key = sql`decode(${hash}, 'hex')`
  const { rows } = await sql<digestsOf>`
    select coalesce(wait_us <= 0, true) as ok, wait_us
    from (select (${waitExpression(key, pauseUs, aheadUs)}) as wait_us) as asked`.execute(db)
  return rows[0] ?? { ok: true, wait_us: null }
}

function waitExpression(key: ReturnType<typeof sql>, pauseUs: number, aheadUs: number) {
  return sql`
    select (extract(epoch from
      full_at + ${microseconds(pauseUs)} - ${microseconds(aheadUs)} - now()) * 1000000)::bigint
    from platform.rate_limits where key = ${key} and ${isPlausibleTime('full_at', aheadUs)}`
}

/**
 * Returns an SQL condition that excludes times from a clock that was later set back. Small
 * differences of concurrent transactions are allowed.
 */
function isPlausibleTime(column: string, aheadUs: number) {
  return sql`${sql.raw(column)} <= now() + ${microseconds(aheadUs)} + interval '1 minute'`
}

/** Returns a function that deletes full buckets, at most once a minute. */
function createSweeper(db: Db): () => Promise<void> {
  let sweptAtMs = performance.now()
  return async () => {
    if (performance.now() - sweptAtMs < sweepEveryMs) return
    sweptAtMs = performance.now()
    await sql`
      delete from platform.rate_limits where key in (
        select key from platform.rate_limits where full_at < now()
        limit ${deletedPerSweep} for update skip locked
      )`.execute(db)
  }
}
