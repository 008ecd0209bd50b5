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
}

/** What an attempt got when it was first saved, and for whom. */
export type SavedLead = {
  id: string
  userId: string | null
  ownership: LeadOwnership
  contact: Pick<Contact, 'email' | 'phone'>
  result: QuizResult
  resultToken: string
}

type SavedRow = Pick<Selectable<QuizLeadRow>, 'id' | 'user_id' | 'ownership' | 'email' | 'phone'> & Judged
type Judged = Pick<QuizLeadRow, 'category' | 'rules_version' | 'result_token'> & { scores: unknown }

export async function findLeadByAttempt(db: Kysely<Tables>, attemptId: string): Promise<SavedLead | null> {
  const row = await db
    .selectFrom('quiz_leads')
    .select(['id', 'user_id', 'ownership', 'email', 'phone'])
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
    })
    .onConflict((conflict) => conflict.column('attempt_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/**
 * Takes a user's word that a lead which came to them by its e-mail alone is theirs, as the cabinet's `confirm_lead` does;
 * nobody else's lead is touched.
 */
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

/** Whether an account is still there: a user may delete theirs while a token of it lives on. */
export async function isUserThere(trx: Transaction<Tables>, userId: string): Promise<boolean> {
  const row = await trx.selectFrom('auth.users').select('id').where('id', '=', userId).executeTakeFirst()
  return row !== undefined
}

/** The result of a saved lead, as its rules gave it then. Throws for a row that this server did not save. */
export function toResult(row: Judged): QuizResult {
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
    result: toResult(row),
    resultToken: row.result_token,
  }
}
