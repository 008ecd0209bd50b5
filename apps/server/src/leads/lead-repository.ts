import type { LeadOwnership } from '@app/domain/leads/ownership'
import type { Contact, QuizAnswers } from '@app/domain/quiz/answers'
import { categoryOf, parseStoredCategory, storedCategory } from '@app/domain/result/categories'
import type { QuizResult } from '@app/domain/result/result'
import { scoresSchema } from '@app/domain/result/result-schema'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Tables } from '../services/tables.ts'
import type { QuizLeadRow } from './lead-tables.ts'

/** A finished attempt as it is saved. */
export type NewLead = {
  attemptId: string
  userId: string | null
  ownership: LeadOwnership
  contact: Contact
  answers: QuizAnswers
  location: { locale: string; country: string; city: string }
  result: QuizResult
  resultToken: string
  finishedAt?: Date | undefined
}

/** A saved lead with its result and owner. */
export type SavedLead = {
  id: string
  userId: string | null
  ownership: LeadOwnership
  contact: Pick<Contact, 'email' | 'phone'>
  /** The answers in the schema of their time. */
  answers: unknown
  result: QuizResult
  resultToken: string
}

type SavedRow = Pick<
  Selectable<QuizLeadRow>,
  'id' | 'user_id' | 'ownership' | 'email' | 'phone' | 'quiz_answers'
> &
  StoredResultColumns
type StoredResultColumns = Pick<QuizLeadRow, 'category' | 'rules_version' | 'result_token'> & {
  scores: unknown
}

export async function findLeadByAttempt(db: Kysely<Tables>, attemptId: string): Promise<SavedLead | null> {
  const row = await db
    .selectFrom('quiz_leads')
    .select(['id', 'user_id', 'ownership', 'email', 'phone', 'quiz_answers'])
    .select(['category', 'rules_version', 'scores', 'result_token'])
    .where('attempt_id', '=', attemptId)
    .executeTakeFirst()
  return row ? toSavedLead(row) : null
}

/** Inserts a lead and answers its id; null when its attempt is saved already. */
export async function insertLead(trx: Transaction<Tables>, lead: NewLead): Promise<string | null> {
  const row = await trx
    .insertInto('quiz_leads')
    .values({
      attempt_id: lead.attemptId,
      user_id: lead.userId,
      ownership: lead.ownership,
      ...lead.contact,
      ...lead.location,
      quiz_answers: JSON.stringify(lead.answers),
      category: storedCategory(lead.result.subCategory),
      rules_version: lead.result.rulesVersion,
      scores: JSON.stringify(lead.result.scores),
      result_token: lead.resultToken,
      ...(lead.finishedAt && { created_at: lead.finishedAt }),
    })
    .onConflict((conflict) => conflict.column('attempt_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/**
 * Returns true when the account has this address and has proven it, or when nobody is in the
 * account yet. `trx` holds the user.
 */
export async function hasConfirmedEmail(
  trx: Transaction<Tables>,
  userId: string,
  email: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from auth.users
    where id = ${userId}::uuid and email = lower(btrim(${email})) and (email_confirmed_at is not null
      or not exists (select from auth.sessions where sessions.user_id = users.id))`.execute(trx)
  return rows.length > 0
}

/**
 * Unlinks the oldest unconfirmed leads of a user beyond `max`, with their consents, because anybody
 * can create them. Their tokens stay valid.
 */
export async function unlinkOldest(trx: Transaction<Tables>, userId: string, max: number): Promise<void> {
  await sql`
    with unlinked as (
      update public.quiz_leads set user_id = null, ownership = 'anonymous'
      where id in (
        select id from public.quiz_leads where user_id = ${userId}::uuid and ownership = 'linked'
        order by created_at desc, id offset ${max})
      returning id
    )
    update public.consents set user_id = null
    where user_id = ${userId}::uuid and lead_id in (select id from unlinked)`.execute(trx)
}

/** Confirms a lead that was linked by e-mail, like the cabinet's `confirm_lead`. */
export async function claimLead(trx: Transaction<Tables>, userId: string, leadId: string): Promise<void> {
  await sql`select public.claim_lead(${userId}::uuid, ${leadId}::uuid)`.execute(trx)
}

/** Saves a changed name or phone on the leads that are a user's own: what is merely linked to them may be a stranger's. */
export async function saveContactOfOwnLeads(
  trx: Transaction<Tables>,
  userId: string,
  changes: Partial<Pick<Contact, 'name' | 'phone'>>,
): Promise<void> {
  await trx
    .updateTable('quiz_leads')
    .set(changes)
    .where('user_id', '=', userId)
    .where('ownership', '=', 'own')
    .execute()
}

/** The result of a saved lead, as its rules gave it then. Throws for a row that this server did not save. */
export function toResult(row: StoredResultColumns): QuizResult {
  const subCategory = parseStoredCategory(row.category)
  if (!subCategory || !row.rules_version) throw new Error('a lead without a result')
  return {
    mainCategory: categoryOf(subCategory),
    subCategory,
    scores: scoresSchema.parse(row.scores),
    rulesVersion: row.rules_version,
  }
}

function toSavedLead(row: SavedRow): SavedLead {
  if (!row.result_token) throw new Error('a lead without a result token')
  const contact = { email: row.email ?? '', phone: row.phone ?? '' }
  return {
    id: row.id,
    userId: row.user_id,
    ownership: row.ownership,
    contact,
    answers: row.quiz_answers,
    result: toResult(row),
    resultToken: row.result_token,
  }
}
