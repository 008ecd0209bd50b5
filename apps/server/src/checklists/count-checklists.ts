import type { ChecklistFacts, ChecklistStanding } from '@app/domain/messages/checklist-room'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../services/tables.ts'

/**
 * Why a checklist that a stranger asked for was never to be sent. It counts for the address it was asked from, which
 * would otherwise learn from the room that is left; to nobody else does it exist.
 */
export const withheld = 'withheld'

/** So that of many requests at the same moment each is counted by the next. Any number will do, as long as it is one. */
const requestsLock = 6_100_261_122

/** Waits until no other request for a checklist is being decided, here or in another process. */
export async function lockRequests(trx: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${requestsLock}::bigint)`.execute(trx)
}

type Whose = { contactId: string; userId: string | null; askedFrom: string }

/** Counts the checklists since an instant, as the decision about the next one needs them. */
export async function countChecklists(
  trx: Transaction<Tables>,
  { contactId, userId, askedFrom }: Whose,
  since: { person: Date; day: Date },
): Promise<Pick<ChecklistFacts, 'toPerson' | 'today' | 'fromAddress' | 'isUnanswered'>> {
  const { rows } = await sql<Counts>`
    with recent as (
      select contact_id, user_id, created_at, coalesce(asked_as, 'stranger') as asked_as, asked_from,
        failure is not distinct from ${withheld} as is_withheld
      from public.messages where kind = 'checklist' and created_at > least(${since.person}::timestamptz, ${since.day}::timestamptz)
    ), of_day as (select * from recent where created_at > ${since.day})
    select
      greatest(
        (select count(*) from recent where contact_id = ${contactId} and not is_withheld and created_at > ${since.person}),
        (select count(*) from recent where user_id = ${userId}::uuid and not is_withheld and created_at > ${since.person}))::int as to_person,
      ${countOf('own')} as own, ${countOf('lead')} as lead, ${countOf('stranger')} as stranger,
      (select count(*) from of_day where asked_from = ${askedFrom} and asked_as = 'lead')::int as from_lead,
      (select count(*) from of_day where asked_from = ${askedFrom} and asked_as = 'stranger')::int as from_stranger,
      exists (
        select from public.messages join public.message_contacts on message_contacts.id = contact_id
        where contact_id = ${contactId} and kind = 'checklist' and status <> 'failed'
          and (last_inbound_at is null or last_inbound_at < messages.created_at)) as is_unanswered`.execute(
    trx,
  )
  const [counts] = rows
  if (!counts) throw new Error('a count without an answer')
  const { own, lead, stranger } = counts
  return {
    toPerson: counts.to_person,
    today: { own, lead, stranger },
    fromAddress: { lead: counts.from_lead, stranger: counts.from_stranger },
    isUnanswered: counts.is_unanswered,
  }
}

type Counts = Record<ChecklistStanding, number> & {
  to_person: number
  from_lead: number
  from_stranger: number
  is_unanswered: boolean
}

const countOf = (standing: ChecklistStanding) =>
  sql`(select count(*) from of_day where asked_as = ${standing} and not is_withheld)::int`
