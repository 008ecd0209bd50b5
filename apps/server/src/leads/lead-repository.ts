import type { LeadOwnership } from '@app/domain/leads/ownership'
import type { Contact, QuizAnswers } from '@app/domain/quiz/answers'
import type { Category, Subcategory } from '@app/domain/result/categories'
import type { QuizResult } from '@app/domain/result/result'
import { scoresSchema } from '@app/domain/result/result-schema'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Tables } from '../services/tables.ts'
import type { QuizLeadRow } from './lead-tables.ts'
import { newResultToken } from './result-token.ts'

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
      category: `${lead.result.mainCategory}${lead.result.subCategory}`,
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
 * Takes a user's word that a lead which came to them by its e-mail alone is theirs; nobody else's lead is touched. Its
 * result gets a new address, as `confirm_lead` gives it: whoever left the lead may not be this user.
 */
export async function claimLead(trx: Transaction<Tables>, userId: string, leadId: string): Promise<void> {
  await trx
    .updateTable('quiz_leads')
    .set({ ownership: 'own', confirmed_at: sql`now()`, result_token: newResultToken() })
    .where('id', '=', leadId)
    .where('user_id', '=', userId)
    .where('ownership', '=', 'linked')
    .execute()
}

/** Whether an account is still there: a user may delete theirs while a token of it lives on. */
export async function isUserThere(trx: Transaction<Tables>, userId: string): Promise<boolean> {
  const row = await trx.selectFrom('auth.users').select('id').where('id', '=', userId).executeTakeFirst()
  return row !== undefined
}

/** The result of a saved lead, as its rules gave it then. Throws for a row that this server did not save. */
export function toResult(row: Judged): QuizResult {
  if (!row.category || !row.rules_version) throw new Error('a lead without a result')
  return {
    mainCategory: row.category.slice(0, 1) as Category,
    subCategory: row.category.slice(1) as Subcategory,
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
