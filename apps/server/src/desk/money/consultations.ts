import { isDeepStrictEqual } from 'node:util'
import type { ConsultationActionBody, DeskConsultation } from '@app/contracts/desk/money'
import { type Consultation, type ConsultationAction, changeConsultation } from '@app/domain/desk/consultation'
import { type Kysely, sql, type Transaction } from 'kysely'
import { recordDeskAction } from '../../audit/record-audit.ts'
import { AppError, invalidInput, notFound } from '../../http/app-error.ts'
import type { Staff } from '../../http/staff.ts'
import type { Tables } from '../../services/tables.ts'
import type {} from '../people/people-tables.ts'

const maxOpenListed = 200
const maxHeldListed = 50

/** Paid consultations: first those without a time, the longest waiting first; then those to come; then the last that were held. */
export async function listConsultations(db: Kysely<Tables>): Promise<DeskConsultation[]> {
  const open = await select(db)
    .innerJoin('desk_people as waiting', 'waiting.id', 'desk_people.id')
    .where(sql<boolean>`waiting.to_arrange`)
    .where('consultations.order_id', 'is', null)
    .orderBy('paid_at')
    .limit(maxOpenListed)
    .execute()
  const arranged = await select(db)
    .where('consultations.state', '=', 'arranged')
    .orderBy('starts_at')
    .limit(maxOpenListed)
    .execute()
  const held = await select(db)
    .where('consultations.state', '=', 'held')
    .orderBy('starts_at', 'desc')
    .limit(maxHeldListed)
    .execute()
  return [...open, ...arranged, ...held].map((row) => ({
    ...{ orderId: row.order_id, invId: row.inv_id, state: row.state ?? 'to_arrange', dueTiyn: row.due_tiyn },
    paidAt: row.paid_at?.toISOString() ?? '',
    startsAt: row.starts_at?.toISOString() ?? null,
    ...{ personId: row.person_id, name: row.name, phone: row.phone },
  }))
}

function select(db: Kysely<Tables>) {
  return db
    .selectFrom('desk_people')
    .innerJoin('desk_person_orders', 'person_id', 'desk_people.id')
    .innerJoin('orders', 'orders.id', 'desk_person_orders.order_id')
    .leftJoin('consultations', 'consultations.order_id', 'orders.id')
    .select([
      'orders.id as order_id',
      'inv_id',
      'consultations.state',
      'paid_at',
      'starts_at',
      'orders.due_tiyn',
    ])
    .select(['person_id', 'desk_people.name', 'desk_people.phone'])
    .where('orders.product', '=', 'consultation')
    .where('orders.state', '=', 'paid')
    .where('orders.test', '=', false)
}

type Services = { db: Kysely<Tables>; now: () => Date }

/**
 * Applies the owner's action to a paid consultation. Throws `not_found`, `order_not_paid`,
 * `mark_conflict` when the state differs from `expected`, and `invalid_input` for an impossible
 * change.
 */
export function applyConsultationAction(
  { db, now }: Services,
  { orderId, by, expected }: { orderId: string; by: Staff; expected: ConsultationActionBody['expected'] },
  action: ConsultationAction,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const order = await trx
      .selectFrom('orders')
      .select(['product', 'state', 'user_id'])
      .where('id', '=', orderId)
      .forUpdate()
      .executeTakeFirst()
    if (order?.product !== 'consultation') throw notFound()
    if (order.state !== 'paid') throw new AppError('order_not_paid')
    const known = await findConsultation(trx, orderId)
    if (expected && !isDeepStrictEqual(facts(toConsultation(expected)), facts(known)))
      throw new AppError('mark_conflict')
    const change = changeConsultation(known, action, now())
    if (change.outcome === 'refused') throw invalidInput({ action: change.reason })
    if (change.outcome === 'unchanged') return
    await saveConsultation(trx, orderId, change.consultation)
    const owner = await findPersonOfOrder(trx, orderId)
    await recordDeskAction(trx, {
      ...{ action: 'person_changed', by, subject: order.user_id },
      details: { ...owner, order: orderId, did: `consultation_${action.action}` },
      ...{ before: facts(known), after: facts(change.consultation) },
    })
  })
}

/** Finds the person of an order, for the audit. */
async function findPersonOfOrder(trx: Transaction<Tables>, orderId: string): Promise<{ person?: string }> {
  const row = await trx
    .selectFrom('desk_person_orders')
    .select('person_id as person')
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return row ?? {}
}

const facts = ({ state, startsAt }: { state: string; startsAt: Date | null }) => ({
  state,
  startsAt: startsAt?.toISOString() ?? null,
})

const toConsultation = ({ state, startsAt }: NonNullable<ConsultationActionBody['expected']>) => ({
  state,
  startsAt: startsAt === null ? null : new Date(startsAt),
})

async function findConsultation(trx: Transaction<Tables>, orderId: string): Promise<Consultation> {
  const row = await trx
    .selectFrom('consultations')
    .select(['state', 'starts_at'])
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return row ? { state: row.state, startsAt: row.starts_at } : { state: 'to_arrange', startsAt: null }
}

async function saveConsultation(
  trx: Transaction<Tables>,
  orderId: string,
  consultation: Consultation,
): Promise<void> {
  if (consultation.state === 'to_arrange') {
    await trx.deleteFrom('consultations').where('order_id', '=', orderId).execute()
    return
  }
  const row = { state: consultation.state, starts_at: consultation.startsAt }
  await trx
    .insertInto('consultations')
    .values({ order_id: orderId, ...row })
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet(row))
    .execute()
}
