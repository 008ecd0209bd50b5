import type {
  Conversation,
  ConversationFilter,
  ListConversationsResponse,
  Undelivered,
} from '@app/contracts/desk/messages'
import { isDeliveryFailure } from '@app/domain/desk/delivery'
import type { DeliveryStatus } from '@app/domain/messages/delivery'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../services/tables.ts'
import { decodeCursor, encodeCursor } from '../cursor.ts'
import type {} from '../people/people-tables.ts'
import { windowUntil } from '../people/person-query.ts'
import { questionsFirst } from './questions-first.ts'

type Page = { after?: string | undefined; limit: number }

type ConversationRow = {
  id: string
  place: string
  name: string | null
  contact_id: string
  phone: string | null
  is_proven: boolean
  is_gift: boolean
  opted_out: boolean
  waits_since: Date | null
  last_inbound_at: Date | null
  in_id: string | null
  in_at: Date | null
  in_text: string | null
  in_type: string | null
  out_at: Date | null
  out_text: string | null
  out_kind: string | null
  out_status: DeliveryStatus | null
  answer_id: string | null
}

/**
 * Lists conversations, one for each person: the number that has waited longest, or the latest one.
 * Throws `RangeError`.
 */
export async function listConversations(
  db: Kysely<Tables>,
  { show, after, limit, now }: Page & { show: ConversationFilter; now: Date },
): Promise<Omit<ListConversationsResponse, 'canMessage'>> {
  const place = after === undefined ? null : decodeCursor(after, 'double precision')
  const rows = await readConversationRows(
    db,
    sql`${hasConversation({ show })}
        ${place ? sql`and (talk_order, id) > (${place[0]}::text::double precision, ${place[1]}::uuid)` : sql``}
      order by talk_order, id limit ${limit + 1}::int`,
  )
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    talks: shown.map((row) => toConversation(row, now)),
    next: rows.length > limit && last ? encodeCursor([last.place, last.id]) : null,
  }
}

/** Returns the ids of people with conversations, in order. */
export const conversationIds = (look: {
  show: ConversationFilter
}): RawBuilder<{ id: string; place: string }> =>
  sql`select id, row_number() over (order by talk_order, id) as place from desk_people where ${hasConversation(look)}`

/** The conversations of people, in any order. */
export async function readConversations(
  db: Kysely<Tables>,
  ids: readonly string[],
  now: Date,
): Promise<Conversation[]> {
  const rows = await readConversationRows(db, sql`id = any (${ids}::uuid[])`)
  return rows.map((row) => toConversation(row, now))
}

const hasConversation = ({ show }: { show: ConversationFilter }) =>
  sql`talk_order is not null ${show === 'waiting' ? sql`and waits_since is not null` : sql``}`

async function readConversationRows(
  db: Kysely<Tables>,
  which: RawBuilder<unknown>,
): Promise<ConversationRow[]> {
  const { rows } = await sql<ConversationRow>`
    with page as (
      select id, name, talk_order, waits_since from desk_people
      where ${which})
    select page.id, talk_order::text as place, name, waits_since, contact_id, phone, is_proven, is_gift_number(contact_id) as is_gift,
      opted_out_at is not null as opted_out, last_inbound_at,
      heard.id as in_id, heard.written_at as in_at, heard.text as in_text, heard.type as in_type,
      said.created_at as out_at, said.text as out_text, said.kind as out_kind,
      said.status as out_status, answered.id as answer_id
    from page
    cross join lateral (
      select contact_id, is_proven, phone, opted_out_at, last_inbound_at
      from desk_person_contacts join message_contacts on message_contacts.id = contact_id
      where person_id = page.id order by desk_person_contacts.waits_since, last_inbound_at desc nulls last limit 1) as contact
    left join lateral (
      select id, written_at, text, type from inbound_messages
      where inbound_messages.contact_id = contact.contact_id order by ${questionsFirst} limit 1) as heard on true
    left join lateral (
      select created_at, text, kind, status from messages
      where messages.contact_id = contact.contact_id and failure is distinct from 'withheld'
      order by created_at desc limit 1) as said on true
    left join lateral (
      select id from messages where messages.contact_id = contact.contact_id and kind = 'answer'
      order by created_at desc, id desc limit 1) as answered on true
    order by talk_order, page.id`.execute(db)
  return rows
}

function toConversation(row: ConversationRow, now: Date): Conversation {
  const heardLast = row.in_at !== null && (row.out_at === null || row.in_at >= row.out_at)
  return {
    personId: row.id,
    name: row.name,
    contactId: row.contact_id,
    phone: row.phone,
    isProven: row.is_proven,
    isGift: row.is_gift,
    optedOut: row.opted_out,
    waitsSince: row.waits_since?.toISOString() ?? null,
    windowUntil: windowUntil(row.last_inbound_at, now),
    last: heardLast
      ? {
          wrote: 'they',
          at: row.in_at?.toISOString() ?? '',
          text: row.in_text,
          type: row.in_type ?? 'text',
          status: null,
        }
      : {
          wrote: 'we',
          at: (row.out_at ?? now).toISOString(),
          text: row.out_text,
          type: row.out_kind ?? 'daily',
          status: row.out_status,
        },
    question: row.in_text,
    questionId: row.in_id,
    lastAnswerId: row.answer_id,
  }
}

/** Lists undelivered messages, newest first. Throws `RangeError`. */
export async function listUndelivered(
  db: Kysely<Tables>,
  { after, limit }: Page,
): Promise<{ messages: Undelivered[]; next: string | null }> {
  const place = after === undefined ? null : decodeCursor(after, 'timestamptz')
  const rows = await undeliveredColumns(selectUndelivered(db))
    .$if(place !== null, (query) =>
      query.where(
        sql<boolean>`(failed_at, messages.id) < (${place?.[0]}::text::timestamptz, ${place?.[1]}::uuid)`,
      ),
    )
    .orderBy('failed_at', 'desc')
    .orderBy('messages.id', 'desc')
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    messages: shown.map(toUndelivered),
    next: rows.length > limit && last ? encodeCursor([last.place, last.id]) : null,
  }
}

/** The ids of all that did not arrive, and their place in that order. */
export function undeliveredIds(db: Kysely<Tables>) {
  return selectUndelivered(db).select([
    'messages.id',
    sql<string>`row_number() over (order by failed_at desc, messages.id desc)`.as('place'),
  ])
}

/** Reads undelivered messages by their ids, in any order. */
export async function readUndelivered(db: Kysely<Tables>, ids: readonly string[]): Promise<Undelivered[]> {
  const rows = await undeliveredColumns(selectUndelivered(db).where('messages.id', 'in', ids)).execute()
  return rows.map(toUndelivered)
}

function selectUndelivered(db: Kysely<Tables>) {
  return db
    .selectFrom('messages')
    .where(sql<boolean>`messages.status = 'failed'`)
    .where(sql<boolean>`failure not in ('withheld', 'reset', 'paused', 'cancelled')`)
    .where('failed_at', 'is not', null)
}

function undeliveredColumns(messages: ReturnType<typeof selectUndelivered>) {
  return messages
    .innerJoin('message_contacts', 'message_contacts.id', 'messages.contact_id')
    .leftJoin('desk_person_contacts', 'desk_person_contacts.contact_id', 'messages.contact_id')
    .leftJoin('desk_people', 'desk_people.id', 'person_id')
    .select(['messages.id', 'kind', 'day', 'failed_at', 'failure', 'error_code', 'message_contacts.phone'])
    .select(['desk_people.id as person_id', 'desk_people.name', 'desk_people.email'])
    .select(sql<string>`failed_at::text`.as('place'))
    .select(sql<boolean>`is_gift_number(messages.contact_id)`.as('is_gift'))
}

type UndeliveredRow = Awaited<ReturnType<ReturnType<typeof undeliveredColumns>['executeTakeFirstOrThrow']>>

function toUndelivered(row: UndeliveredRow): Undelivered {
  return {
    messageId: row.id,
    ...{ personId: row.person_id, name: row.name, email: row.email, phone: row.phone },
    isGift: row.is_gift,
    ...{ kind: row.kind, day: row.day, errorCode: row.error_code },
    at: row.failed_at?.toISOString() ?? '',
    failure: isDeliveryFailure(row.failure) ? row.failure : 'payload',
  }
}
