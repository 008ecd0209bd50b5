import type { OwnerAlert } from '@app/content/ru/mail/owner-notice'
import type { IncidentFacts, IncidentKind, Moment } from '@app/contracts/incidents'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { alertSchema } from '../mail/alert-owner.job.ts'
import type { Tables } from '../services/tables.ts'
import type { OwnerMessageRow } from './alarm-tables.ts'
import type { Channel, ChannelStatus } from './evaluate-installation.ts'

/** The content of a message to the owner. */
export type OwnerMessageFacts =
  | { incident: IncidentKind; moment: Moment; facts: IncidentFacts }
  | { alert: OwnerAlert; reference: string | null }

/** A message for one channel. */
export type DueMessage = {
  id: string
  channel: Channel
  told: OwnerMessageFacts
  createdAt: Date
  tries: number
}

const factsSchema = z.object({
  count: z.number().optional(),
  minutes: z.number().optional(),
  hours: z.number().optional(),
  days: z.number().optional(),
  gigabytes: z.string().optional(),
  host: z.string().optional(),
  order: z.string().optional(),
})

/**
 * Queues a message for the channels. A newer message about an incident replaces an unsent older
 * one, but keeps its number of attempts.
 */
export async function queueOwnerMessages(
  trx: Transaction<Tables>,
  told: OwnerMessageFacts,
  { channels, now }: { channels: readonly Channel[]; now: Date },
): Promise<void> {
  for (const channel of channels) {
    const replaced = 'incident' in told ? await deleteUnsent(trx, channel, told.incident) : []
    const tries = Math.max(0, ...replaced.map((row) => row.tries))
    const values = 'incident' in told ? { ...told, facts: JSON.stringify(told.facts) } : told
    await trx
      .insertInto('owner_messages')
      .values({
        ...{ incident: null, moment: null, alert: null, reference: null },
        ...values,
        ...{ channel, created_at: now, next_try_at: now, tries },
        tried_at: replaced.find((row) => row.tries === tries)?.tried_at ?? null,
      })
      .execute()
  }
}

function deleteUnsent(trx: Transaction<Tables>, channel: Channel, incident: IncidentKind) {
  return trx
    .deleteFrom('owner_messages')
    .where('channel', '=', channel)
    .where('incident', '=', incident)
    .where('sent_at', 'is', null)
    .returning(['tries', 'tried_at'])
    .execute()
}

const batchSize = 20
/** Longer than any channel's timeout; after it the process counts as dead. */
const leaseMs = 5 * 60_000

/** Leases the due messages of a channel, so that no other process sends them. */
export function takeDueMessages(db: Kysely<Tables>, channel: Channel, now: Date): Promise<DueMessage[]> {
  return db.transaction().execute(async (trx) => {
    const due = await trx
      .selectFrom('owner_messages')
      .selectAll()
      .where('channel', '=', channel)
      .where('sent_at', 'is', null)
      .where('next_try_at', '<=', now)
      .orderBy('id')
      .limit(batchSize)
      .forUpdate()
      .skipLocked()
      .execute()
    if (due.length === 0) return []
    await trx
      .updateTable('owner_messages')
      .set({ next_try_at: new Date(now.getTime() + leaseMs) })
      .where(
        'id',
        'in',
        due.map(({ id }) => id),
      )
      .execute()
    return due.flatMap(toDueMessages)
  })
}

export async function markMessageSent(db: Kysely<Tables>, id: string, now: Date): Promise<void> {
  await db.updateTable('owner_messages').set({ sent_at: now, tried_at: now }).where('id', '=', id).execute()
}

export async function postponeMessage(
  db: Kysely<Tables>,
  id: string,
  { tries, now, nextTryAt }: { tries: number; now: Date; nextTryAt: Date },
): Promise<void> {
  await db
    .updateTable('owner_messages')
    .set({ tries, tried_at: now, next_try_at: nextTryAt })
    .where('id', '=', id)
    .execute()
}

/** Counts the failed tries of each channel since its last success. */
export async function listChannelStatuses(
  db: Kysely<Tables>,
  channels: readonly Channel[],
): Promise<ChannelStatus[]> {
  const { rows } = await sql<{ channel: Channel; tries: number | null }>`
    select channel, (max(tries) filter (
      where sent_at is null and tried_at > coalesce(last_sent, '-infinity')))::int as tries
    from (select *, max(sent_at) over (partition by channel) as last_sent from owner_messages) as told
    group by channel`.execute(db)
  return channels.map((channel) => ({
    channel,
    failedTries: rows.find((row) => row.channel === channel)?.tries ?? null,
  }))
}

/** Deletes old messages. */
export async function deleteOwnerMessages(db: Kysely<Tables>, before: Date): Promise<void> {
  await db.deleteFrom('owner_messages').where('sent_at', '<', before).execute()
}

/** Reads a row; one of a later release is left to that release. */
function toDueMessages(row: Selectable<OwnerMessageRow>): DueMessage[] {
  const common = { id: String(row.id), channel: row.channel, createdAt: row.created_at, tries: row.tries }
  const { data: alert } = alertSchema.safeParse(row.alert)
  if (alert) return [{ ...common, told: { alert, reference: row.reference } }]
  const { data: facts } = factsSchema.safeParse(row.facts)
  if (!row.incident || !row.moment || !facts) return []
  return [{ ...common, told: { incident: row.incident, moment: row.moment, facts: withoutUndefined(facts) } }]
}

function withoutUndefined(facts: z.output<typeof factsSchema>): IncidentFacts {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
}
