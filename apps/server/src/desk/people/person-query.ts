import type { DeskAnswers, DeskEvent, DeskPerson, DeskPurchase } from '@app/contracts/desk/person'
import { isProgramStalled } from '@app/domain/desk/people'
import { isRecord } from '@app/domain/is-record'
import { toWhatsappNumber } from '@app/domain/messages/phone'
import { isWindowOpen, serviceWindowMs } from '@app/domain/messages/window'
import { refundDueTiyn } from '@app/domain/orders/refund'
import { savedSubcategory } from '@app/domain/result/saved-subcategory'
import { type Kysely, sql } from 'kysely'
import { sentDays } from '../../messages/sent-days.ts'
import { toOrder } from '../../orders/order-repository.ts'
import { depositUsedBy, duplicateOf } from '../../orders/panel/panel-orders-queries.ts'
import type { Tables } from '../../services/tables.ts'
import { listWaiting } from '../../subscriptions/number-queue.ts'
import { isUndeliverable, undeliverablePhone } from '../../subscriptions/unreached/undeliverable.ts'
import { questionsFirst } from '../messages/questions-first.ts'
import { findPersonRow } from './people-query.ts'

const maxEvents = 200
const maxSimilarPeople = 20

type ViewerContext = { now: Date; seesAnswers: boolean; reader: string | null; canMessage: boolean }

/** Returns all data of a person except the answers; null without one. */
export async function findPerson(
  db: Kysely<Tables>,
  id: string,
  seeing: ViewerContext,
): Promise<DeskPerson | null> {
  const person = await findPersonRow(db, id, seeing)
  if (!person) return null
  const events = await listEvents(db, id)
  return {
    person,
    maybeSame: await listPossibleDuplicates(db, person),
    contacts: await listContacts(db, id, seeing.now),
    purchases: await listPurchases(db, id, seeing.now),
    notes: await listNotes(db, id, seeing),
    events: events.slice(0, maxEvents),
    hasMoreEvents: events.length > maxEvents,
    canMessage: seeing.canMessage,
  }
}

/** Lists the answers of a person, newest attempt first. */
export async function listAnswers(db: Kysely<Tables>, personId: string): Promise<DeskAnswers['attempts']> {
  const rows = await db
    .selectFrom('desk_person_leads')
    .innerJoin('quiz_leads', 'quiz_leads.id', 'lead_id')
    .select(['lead_id', 'quiz_leads.created_at', 'category', 'rules_version', 'quiz_answers'])
    .where('person_id', '=', personId)
    .orderBy('quiz_leads.created_at', 'desc')
    .limit(50)
    .execute()
  return rows.map((row) => ({
    leadId: row.lead_id,
    at: row.created_at.toISOString(),
    category: savedSubcategory(row),
    answers: isRecord(row.quiz_answers) ? row.quiz_answers : {},
  }))
}

async function listPossibleDuplicates(
  db: Kysely<Tables>,
  { id, email, phone }: { id: string; email: string | null; phone: string | null },
): Promise<DeskPerson['maybeSame']> {
  const alike = (column: 'email' | 'phone', value: string | null) =>
    db
      .selectFrom('desk_people')
      .select(['id', 'name', sql<'email' | 'phone'>`${column}::text`.as('by')])
      .where(column, '=', value)
      .where('id', '<>', id)
      .limit(maxSimilarPeople)
      .execute()
  const rows = [...(phone ? await alike('phone', phone) : []), ...(email ? await alike('email', email) : [])]
  return [...Map.groupBy(rows, (row) => row.id).entries()].map(([otherId, same]) => ({
    id: otherId,
    name: same[0]?.name ?? null,
    by: same.map(({ by }) => by),
  }))
}

async function listContacts(
  db: Kysely<Tables>,
  personId: string,
  now: Date,
): Promise<DeskPerson['contacts']> {
  const rows = await db
    .selectFrom('desk_person_contacts')
    .innerJoin('message_contacts', 'message_contacts.id', 'contact_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('inbound_messages')
          .select(['inbound_messages.id as question_id', 'text as question'])
          .whereRef('inbound_messages.contact_id', '=', 'desk_person_contacts.contact_id')
          .orderBy(questionsFirst)
          .limit(1)
          .as('heard'),
      (join) => join.onTrue(),
    )
    .select(['desk_person_contacts.contact_id', 'phone', 'is_proven', 'opted_out_at', 'last_inbound_at'])
    .select(['question', 'question_id'])
    .select(sql<boolean>`is_gift_number(desk_person_contacts.contact_id)`.as('is_gift'))
    .select((eb) =>
      eb
        .selectFrom('messages')
        .select('messages.id')
        .whereRef('messages.contact_id', '=', 'desk_person_contacts.contact_id')
        .where('kind', '=', 'answer')
        .orderBy('created_at', 'desc')
        .orderBy('messages.id', 'desc')
        .limit(1)
        .as('last_answer_id'),
    )
    .where('person_id', '=', personId)
    .orderBy('last_inbound_at', (order) => order.desc().nullsLast())
    .limit(20)
    .execute()
  return rows.map((row) => ({
    contactId: row.contact_id,
    phone: row.phone,
    isProven: row.is_proven,
    isGift: row.is_gift,
    optedOut: row.opted_out_at !== null,
    windowUntil: windowUntil(row.last_inbound_at, now),
    ...{ question: row.question, questionId: row.question_id, lastAnswerId: row.last_answer_id },
  }))
}

/** Returns the end of the 24-hour window; null when it is closed. */
export function windowUntil(lastInboundAt: Date | null, now: Date): string | null {
  if (!lastInboundAt || !isWindowOpen(lastInboundAt, now)) return null
  return new Date(lastInboundAt.getTime() + serviceWindowMs).toISOString()
}

async function listPurchases(db: Kysely<Tables>, personId: string, now: Date): Promise<DeskPurchase[]> {
  const rows = await db
    .selectFrom('desk_person_orders')
    .innerJoin('orders', 'orders.id', 'desk_person_orders.order_id')
    .leftJoin('subscriptions', 'subscriptions.order_id', 'orders.id')
    .leftJoin('consultations', 'consultations.order_id', 'orders.id')
    .selectAll('orders')
    .select([
      sql<string | null>`coalesce(subscriptions.phone, orders.phone)`.as('program_phone'),
      ...(['subscriptions.id as program_id', 'subscriptions.state as program_state'] as const),
      ...(['current_day', 'paused_at', 'starts_at', 'consultations.state as held_state'] as const),
      // The same expression as in the list.
      sql<Date>`coalesce((select max(sent_at) from messages where subscription_id = subscriptions.id and kind = 'daily'),
        begun_at, subscriptions.created_at)`.as('moved_at'),
      sentDays.as('sent_days'),
      sql<boolean>`exists (select from message_contacts
        where phone = phone_digits(coalesce(subscriptions.phone, orders.phone)) and opted_out_at is not null)`.as(
        'is_silent',
      ),
      undeliverablePhone.as('undeliverable_phone'),
    ])
    .select((eb) => [depositUsedBy(eb), duplicateOf(eb)])
    .where('person_id', '=', personId)
    .orderBy('orders.created_at', 'desc')
    .limit(100)
    .execute()
  const waiting = await listWaiting(
    db,
    rows.flatMap(({ program_phone: phone, program_state: state }) =>
      phone && state === 'active' ? (toWhatsappNumber(phone) ?? []) : [],
    ),
    now,
  )
  return rows.map((row) => {
    const order = toOrder(row)
    const phone = row.program_phone && toWhatsappNumber(row.program_phone)
    const isPaid = order.state === 'paid'
    return {
      ...{
        orderId: order.id,
        invId: order.invId,
        product: order.product,
        state: order.state,
        test: order.test,
      },
      ...{ chargeTiyn: order.chargeTiyn, dueTiyn: order.dueTiyn, isGift: order.isGift },
      refundDueTiyn: isPaid ? refundDueTiyn(order, row.sent_days.length) : null,
      depositUsedBy: row.deposit_used_by,
      isOwedBack: order.isPlacedSignedIn,
      repeats: row.duplicate_of,
      createdAt: order.createdAt.toISOString(),
      paidAt: order.paidAt?.toISOString() ?? null,
      program:
        row.program_id && row.program_state
          ? {
              id: row.program_id,
              state: row.program_state,
              day: row.current_day ?? 0,
              sent: row.sent_days,
              phone,
              paused: row.paused_at !== null,
              waits: waiting.has(row.program_id),
              stopped: row.program_state === 'active' && row.is_silent,
              unreached: row.program_state === 'active' && isUndeliverable(phone, row.undeliverable_phone),
              stands: row.program_state === 'active' && !row.paused_at && isProgramStalled(row.moved_at, now),
            }
          : null,
      consultation:
        order.product === 'consultation' && isPaid
          ? { state: row.held_state ?? 'to_arrange', startsAt: row.starts_at?.toISOString() ?? null }
          : null,
    }
  })
}

async function listNotes(
  db: Kysely<Tables>,
  personId: string,
  { seesAnswers, reader }: ViewerContext,
): Promise<DeskPerson['notes']> {
  const rows = await db
    .selectFrom('desk_notes')
    .select(['id', 'text', 'about_health', 'created_at', 'author'])
    .where('person_id', '=', personId)
    .$if(!seesAnswers, (query) => query.where('about_health', '=', false))
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    text: row.text,
    aboutHealth: row.about_health,
    at: row.created_at.toISOString(),
    isOwn: row.author !== null && row.author === reader,
  }))
}

/** Lists the events of a person, newest first, and one more than is shown. */
async function listEvents(db: Kysely<Tables>, personId: string): Promise<DeskEvent[]> {
  const { rows } = await sql<{ event: DeskEvent & { at: string } }>`
    with their_leads as (select lead_id from desk_person_leads where person_id = ${personId}::uuid),
    their_orders as (
      select orders.* from desk_person_orders join orders on orders.id = order_id where person_id = ${personId}::uuid),
    their_contacts as (
      select contact_id, case when is_gift_number(contact_id) then phone end as gift_phone
      from desk_person_contacts join message_contacts on message_contacts.id = contact_id
      where person_id = ${personId}::uuid),
    acts as (
      select consents.id, kind, act, accepted_at from their_leads join consents using (lead_id)
      union
      select consents.id, kind, act, accepted_at from consents
      where user_id = (select user_id from desk_people where id = ${personId}::uuid)
        and not exists (select from quiz_leads where quiz_leads.id = consents.lead_id and ownership = 'linked')),
    happened as (
      select created_at as at, jsonb_build_object('what', 'finished', 'leadId', id, 'city', nullif(city, 'Unknown')) as event
      from their_leads join quiz_leads on quiz_leads.id = lead_id
      union all
      select accepted_at, jsonb_build_object('what', 'consent', 'kind', kind, 'act', act) from acts
      union all
      select created_at, jsonb_build_object('what', 'ordered', 'product', product, 'invId', inv_id, 'isGift', is_gift)
      from their_orders
      union all
      select paid_at, jsonb_build_object('what', 'paid', 'product', product, 'invId', inv_id, 'chargeTiyn', charge_tiyn,
        'isGift', is_gift)
      from their_orders where paid_at is not null
      union all
      select acted_at, jsonb_build_object('what', 'refunded', 'invId', inv_id)
      from their_orders join order_acts on order_acts.order_id = their_orders.id
      union all
      (select written_at, jsonb_build_object('what', 'wrote', 'text', text, 'type', type, 'giftPhone', gift_phone)
      from their_contacts join inbound_messages using (contact_id) order by written_at desc limit ${maxEvents + 1}::int)
      union all
      (select created_at, jsonb_build_object('what', 'sent', 'kind', kind, 'day', day, 'text', text,
        'isGift', exists (select from subscriptions join orders on orders.id = order_id
          where subscriptions.id = subscription_id and is_gift), 'giftPhone', gift_phone, 'status', status,
        'failure', failure)
      from their_contacts join messages using (contact_id)
      where failure is distinct from 'withheld' order by created_at desc limit ${maxEvents + 1}::int))
    select event || jsonb_build_object('at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as event
    from happened order by at desc limit ${maxEvents + 1}::int`.execute(db)
  return rows.map(({ event }) => event)
}
