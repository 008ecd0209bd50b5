import { toWhatsappNumber } from '@app/domain/messages/phone'
import { offeredProducts } from '@app/domain/orders/offered'
import type { Buyer } from '@app/domain/orders/order'
import type { ProductType } from '@app/domain/orders/products'
import { checkName, checkPhone, stripPhone } from '@app/domain/quiz/contact'
import { restoreAnswers } from '@app/domain/quiz/restore'
import type { Subcategory } from '@app/domain/result/categories'
import { findSalesBlocker } from '@app/domain/result/medical-red-flags'
import { savedSubcategory } from '@app/domain/result/saved-subcategory'
import { cleanText } from '@app/domain/text'
import { type Kysely, sql } from 'kysely'
import { unauthorized } from '../../http/app-error.ts'
import type { Tables } from '../../services/tables.ts'
import type { AccountProof } from '../own-orders.ts'

/** The fields of a purchase request that identify its buyer. */
export type BuyerRequest = {
  userId: string | null
  /** The token of the result on screen, if it is saved. */
  resultToken: string | null
  /** The subcategory of the result on screen, as the page claims. */
  subcategory: Subcategory | null
  email: string | null
  phone: string | null
}

/**
 * `buyer` is the order's recipient; `proof` is what is verified; `offered` lists the products that
 * the saved answers allow. `isSoldNothing`: the buyer needs help instead.
 */
export type FoundBuyer = {
  buyer: Buyer
  /** The account's own phone, in digits. */
  ownPhone: string | null
  proof: AccountProof
  offered: readonly ProductType[]
  isSoldNothing: boolean
}

/**
 * Finds the buyer. A user buys with the given phone or that of the newest own lead; a visitor with
 * the given e-mail and phone. A lead with the same e-mail proves nothing. Throws `unauthorized` for
 * a deleted user.
 */
export async function findBuyer(db: Kysely<Tables>, request: BuyerRequest): Promise<FoundBuyer> {
  const { resultToken } = request
  const shown = resultToken ? await findLeadByToken(db, resultToken) : null
  const refusing = shown ?? (resultToken ? await findQuarantinedLead(db, 'result_token', resultToken) : null)
  const wanted = (shown && savedSubcategory(shown)) ?? request.subcategory
  if (!request.userId) {
    return {
      buyer: toVisitor(request, shown ?? null, wanted),
      ownPhone: null,
      proof: noAccountProof,
      ...salesDecisionFor(refusing),
    }
  }

  const user = await findAccount(db, request.userId)
  if (!user) throw unauthorized()
  const lead = await findOwnLead(db, user.id)
  return {
    buyer: {
      userId: user.id,
      leadId: lead?.id ?? null,
      email: user.email,
      name: lead?.name ?? user.name,
      phone: request.phone ?? lead?.phone ?? user.phone,
      subcategory: wanted ?? (lead ? savedSubcategory(lead) : null),
    },
    ownPhone: user.phone && toWhatsappNumber(user.phone),
    proof: user.proof,
    // A result on screen may be a friend's, or one's own from heavier days; and one that came by
    // the e-mail is a warning, too.
    ...salesDecisionFor(refusing, await findNewestAttempt(db, user.id)),
  }
}

const noAccountProof: AccountProof = { userId: null, confirmedEmail: null }

/** A result under another e-mail may have been shared, so it proves nothing. */
function toVisitor({ email, phone }: BuyerRequest, shown: Lead | null, wanted: Subcategory | null): Buyer {
  const lead = email !== null && shown?.email === email ? shown : null
  return {
    userId: null,
    leadId: lead?.id ?? null,
    email,
    name: lead?.name ?? null,
    phone,
    subcategory: wanted,
  }
}

function salesDecisionFor(shown: Answered | null | undefined, newest?: Answered) {
  const answers = answersOf(shown)
  const latest = answersOf(newest)
  return {
    offered: offeredProducts({ answers, latest }),
    isSoldNothing: findSalesBlocker(answers, latest) !== null,
  }
}

function answersOf(lead: Answered | null | undefined) {
  return lead ? restoreAnswers(lead.quiz_answers) : {}
}

const leadColumns = [
  'id',
  'created_at',
  'email',
  'name',
  'phone',
  'category',
  'rules_version',
  'quiz_answers',
] as const

function findLeadByToken(db: Kysely<Tables>, resultToken: string) {
  return db
    .selectFrom('quiz_leads')
    .select(leadColumns)
    .where('result_token', '=', resultToken)
    .executeTakeFirst()
}

type Lead = NonNullable<Awaited<ReturnType<typeof findLeadByToken>>>
type Answered = Pick<Lead, 'quiz_answers' | 'created_at'>

/** Finds a quarantined lead, whose answers can only forbid a purchase. */
function findQuarantinedLead(
  db: Kysely<Tables>,
  column: 'result_token' | 'user_id',
  value: string,
): Promise<Answered | undefined> {
  return db
    .selectFrom('trapped_leads')
    .select([sql<Lead['quiz_answers']>`attempt -> 'answers'`.as('quiz_answers'), 'created_at'])
    .where(column, '=', value)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The user's newest lead among those saved while they were signed in, or claimed by them in the cabinet. */
function findOwnLead(db: Kysely<Tables>, userId: string): Promise<Lead | undefined> {
  return newestLeads(db, userId).where('ownership', '=', 'own').executeTakeFirst()
}

/** The user's newest attempt, be it that it came to them by its e-mail alone, or was kept apart. */
async function findNewestAttempt(db: Kysely<Tables>, userId: string): Promise<Answered | undefined> {
  const lead = await newestLeads(db, userId).executeTakeFirst()
  const trapped = await findQuarantinedLead(db, 'user_id', userId)
  return lead && trapped ? (trapped.created_at > lead.created_at ? trapped : lead) : (lead ?? trapped)
}

function newestLeads(db: Kysely<Tables>, userId: string) {
  return db
    .selectFrom('quiz_leads')
    .select(leadColumns)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(1)
}

/** Returns an account's contact; null when it is deleted. */
export async function findAccount(db: Kysely<Tables>, userId: string) {
  const row = await db
    .selectFrom('auth.users')
    .select(['id', 'email', 'email_confirmed_at', 'raw_user_meta_data'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!row) return null
  const told = row.raw_user_meta_data
  return {
    id: row.id,
    email: row.email,
    name: nameOf(told?.name) ?? nameOf(told?.full_name),
    phone: phoneOf(told?.phone) ?? phoneOf(told?.phone_number),
    proof: {
      userId: row.id,
      confirmedEmail: row.email_confirmed_at ? row.email : null,
    } satisfies AccountProof,
  }
}

/** An account may say anything of itself; it is read as a contact of the quiz would be. */
function nameOf(value: unknown): string | null {
  return typeof value === 'string' && checkName(value) === null ? cleanText(value).trim() : null
}

function phoneOf(value: unknown): string | null {
  return typeof value === 'string' && checkPhone(value) === null ? stripPhone(value) : null
}
