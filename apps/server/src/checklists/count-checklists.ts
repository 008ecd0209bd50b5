import type { ChecklistFacts, ChecklistStanding } from '@app/domain/messages/checklist-room'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../services/tables.ts'

/**
 * The failure of a checklist that is never sent, because the requester could not prove the number.
 * It counts against the requester's limits only.
 */
export const withheld = 'withheld'

/** An advisory lock that makes concurrent requests count one another. The number is arbitrary. */
const requestsLock = 6_100_261_122

/** Waits until no other request for a checklist is being decided, here or in another process. */
export async function lockRequests(trx: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${requestsLock}::bigint)`.execute(trx)
}

type CountSubject = { contactId: string; userId: string | null; askedFrom: string }

/**
 * Counts the checklists since an instant, as the decision about the next one needs them: those that
 * are there, and those of accounts that were deleted since.
 */
export async function countChecklists(
  trx: Transaction<Tables>,
  { contactId, userId, askedFrom }: CountSubject,
  since: { person: Date; day: Date },
): Promise<Pick<ChecklistFacts, 'toNumber' | 'forUser' | 'today' | 'fromAddress' | 'isUnanswered'>> {
  const { rows } = await sql<ChecklistCounts>`
    with erased as (
      select number_digest = (
          select public.opt_out_digest(phone) from public.message_contacts where id = ${contactId}) as is_to_number,
        asked_as, asked_from, status, failure, created_at
      from public.erased_checklists
    ), every as (
      select contact_id = ${contactId} as is_to_number, user_id = ${userId}::uuid as is_for_user,
        asked_as, asked_from, failure, created_at
      from public.messages where kind = 'checklist'
      union all
      select is_to_number, false, asked_as, asked_from, failure, created_at from erased
    ), recent as (
      select is_to_number, is_for_user, created_at, coalesce(asked_as, 'stranger') as asked_as, asked_from,
        failure is not distinct from ${withheld} as is_withheld
      from every where created_at > least(${since.person}::timestamptz, ${since.day}::timestamptz)
    ), of_day as (select * from recent where created_at > ${since.day})
    select
      (select count(*) from recent where is_to_number and not is_withheld and created_at > ${since.person})::int as to_number,
      (select count(*) from recent where is_for_user and not is_withheld and created_at > ${since.person})::int as for_user,
      ${countByRequester('own')} as own, ${countByRequester('lead')} as lead, ${countByRequester('stranger')} as stranger,
      (select count(*) from of_day where asked_from = ${askedFrom} and asked_as = 'lead')::int as from_lead,
      (select count(*) from of_day where asked_from = ${askedFrom} and asked_as = 'stranger')::int as from_stranger,
      exists (
        select from public.messages join public.message_contacts on message_contacts.id = contact_id
        where contact_id = ${contactId} and kind = 'checklist' and status <> 'failed'
          and (last_inbound_at is null or last_inbound_at < messages.created_at)
        union all
        select from erased join public.message_contacts on message_contacts.id = ${contactId}
        where is_to_number and status <> 'failed'
          and (last_inbound_at is null or last_inbound_at < erased.created_at)) as is_unanswered`.execute(trx)
  const [counts] = rows
  if (!counts) throw new Error('a count without an answer')
  const { own, lead, stranger } = counts
  return {
    toNumber: counts.to_number,
    forUser: counts.for_user,
    today: { own, lead, stranger },
    fromAddress: { lead: counts.from_lead, stranger: counts.from_stranger },
    isUnanswered: counts.is_unanswered,
  }
}

type ChecklistCounts = Record<ChecklistStanding, number> & {
  to_number: number
  for_user: number
  from_lead: number
  from_stranger: number
  is_unanswered: boolean
}

const countByRequester = (standing: ChecklistStanding) =>
  sql`(select count(*) from of_day where asked_as = ${standing} and not is_withheld)::int`
