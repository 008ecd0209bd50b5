import { type Kysely, sql } from 'kysely'
import type { Tables } from '../services/tables.ts'
import {
  type BackupStatus,
  errorWindowMs,
  type JobStatus,
  type MessageStatus,
  paymentLateMs,
  programLateMs,
} from './evaluate-installation.ts'

const before = (now: Date, ms: number) => new Date(now.getTime() - ms)

/**
 * Orders that may be paid without our knowing: nobody asked about them, the provider gave no word, or it has the money (20 held,
 * 50 on its way, 80 suspended, 100 paid) and they still wait.
 */
export async function findWaitingPayments(
  db: Kysely<Tables>,
  now: Date,
): Promise<{ count: number; order: string | null }> {
  const { rows } = await sql<{ count: number; order: string | null }>`
    select count(*)::int as count, ((array_agg(inv_id order by created_at))[1])::text as order
    from orders
    where state = 'created' and not test and created_at <= ${before(now, paymentLateMs)} and (
      asked_at is null or provider_standing = 'no_answer' or provider_standing like 'paid %'
      or provider_standing in ('pending 20', 'pending 50', 'pending 80'))`.execute(db)
  return rows[0] ?? { count: 0, order: null }
}

/** Reads the state of messages, as their own context notes it. */
export async function findMessageStatus(db: Kysely<Tables>, now: Date): Promise<MessageStatus> {
  const channel = await db
    .selectFrom('message_channels')
    .select(['paused_until', 'template_refused_at', 'undelivered_at'])
    .where('provider', '=', 'whatsapp')
    .executeTakeFirst()
  const due = await db
    .selectFrom('messages')
    .select(({ fn }) => [fn.min('next_attempt_at').as('since'), fn.countAll<number | string>().as('count')])
    .where('send_state', '<>', 'done')
    .where('next_attempt_at', '<=', now)
    .executeTakeFirst()
  return {
    pausedUntil: channel?.paused_until ?? null,
    templateRefusedAt: channel?.template_refused_at ?? null,
    undeliveredAt: channel?.undelivered_at ?? null,
    dueSince: due?.since ?? null,
    waiting: Number(due?.count ?? 0),
  }
}

/** Requests that could not be answered within the last minutes, of all processes. */
export async function countErrors(db: Kysely<Tables>, now: Date): Promise<number> {
  const row = await db
    .selectFrom('server_errors')
    .select(({ fn }) => fn.sum<number | string | null>('count').as('count'))
    .where('minute', '>', before(now, errorWindowMs))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** Counts the attempts of the last day, with quarantined ones. */
export async function countLeadsOfDay(db: Kysely<Tables>, now: Date): Promise<number> {
  const countIn = async (table: 'quiz_leads' | 'trapped_leads') => {
    const row = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .where('created_at', '>', before(now, 24 * 60 * 60_000))
      .executeTakeFirst()
    return Number(row?.count ?? 0)
  }
  return (await countIn('quiz_leads')) + (await countIn('trapped_leads'))
}

/**
 * Returns when the queue last did its recurring beat, and since when the oldest of what is due has
 * been.
 */
export async function findJobStatus(db: Kysely<Tables>, now: Date): Promise<JobStatus> {
  const { rows } = await sql<{ beat_at: Date | null; due_since: Date | null }>`
    select (select beat_at from job_beats) as beat_at,
      (select min(start_after) from pgboss.job
        where state < 'active' and not blocked and start_after <= ${now}) as due_since`.execute(db)
  return { beatAt: rows[0]?.beat_at ?? null, dueSince: rows[0]?.due_since ?? null }
}

/** Reads the state of backups; null where none are made. */
export async function findBackupStatus(db: Kysely<Tables>): Promise<BackupStatus | null> {
  const watch = await db.selectFrom('backup_watch').select('since').executeTakeFirst()
  if (!watch) return null
  const { rows } = await sql<{ good_at: Date | null; failures: number }>`
    select good.ended_at as good_at,
      (select count(*)::int from backups where name is null and ended_at > coalesce(good.ended_at, '-infinity')) as failures
    from (values (1)) as one
    left join lateral (
      select ended_at from backups where name is not null order by ended_at desc limit 1
    ) as good on true`.execute(db)
  return { since: watch.since, lastGoodAt: rows[0]?.good_at ?? null, failuresSince: rows[0]?.failures ?? 0 }
}

/**
 * Counts active programs without a reachable reader: all while messages are off, else those without
 * a phone or a result.
 */
export async function countUnreachablePrograms(
  db: Kysely<Tables>,
  { canMessage, now }: { canMessage: boolean; now: Date },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from subscriptions join orders on orders.id = subscriptions.order_id
    where subscriptions.state = 'active' and subscriptions.created_at <= ${before(now, programLateMs)} and (
      ${sql.lit(!canMessage)} or orders.category is null or orders.subcategory is null
      or length(regexp_replace(coalesce(subscriptions.phone, orders.phone, ''), '[^0-9]', '', 'g')) < 10)`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
