import { isDeepStrictEqual } from 'node:util'
import { classifyResult } from '@app/domain/result/result'
import { quarantinedLeadDays } from '@app/domain/retention/retention'
import { type Kysely, sql, type Transaction } from 'kysely'
import { AppError, notFound } from '../http/app-error.ts'
import type { Tables } from '../services/tables.ts'
import { findLeadByAttempt } from './lead-repository.ts'
import { createResultToken } from './result-token.ts'
import { type FinishedAttempt, type LeadServices, type SaveReceipt, saveLead } from './save-lead.ts'

/**
 * Quarantines an attempt with a filled honeypot, and answers as if it were saved. A repeated
 * request gets the same token.
 */
export async function quarantineLead(
  db: Kysely<Tables>,
  attempt: FinishedAttempt,
  userId: string | null,
): Promise<SaveReceipt> {
  const token = createResultToken()
  const { attemptId } = attempt
  await db
    .insertInto('trapped_leads')
    .values({
      attempt_id: attemptId,
      attempt: JSON.stringify(attempt),
      user_id: userId,
      result_token: token,
    })
    .onConflict((conflict) => conflict.column('attempt_id').doNothing())
    .execute()
  const kept = await db
    .selectFrom('trapped_leads')
    .select(['attempt', 'result_token'])
    .where('attempt_id', '=', attemptId)
    .executeTakeFirst()
  const first = kept?.attempt as FinishedAttempt | undefined
  const isSame =
    isDeepStrictEqual(first?.answers, attempt.answers) && isDeepStrictEqual(first?.contact, attempt.contact)
  const resultToken = isSame && kept ? kept.result_token : token
  return { result: classifyResult(attempt.answers), resultToken, isNew: true }
}

export type QuarantinedLead = { id: string; name: string; email: string; phone: string; at: string }

/** Lists quarantined leads, newest first. */
export async function listQuarantinedLeads(db: Kysely<Tables>, limit: number): Promise<QuarantinedLead[]> {
  const rows = await db
    .selectFrom('trapped_leads')
    .select(['id', 'attempt', 'created_at'])
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, attempt, created_at }) => {
    const { name, email, phone } = (attempt as FinishedAttempt).contact
    return { id, name, email, phone, at: created_at.toISOString() }
  })
}

/**
 * Saves a quarantined lead with its original time and consents, and calls `record` in the same
 * transaction. An already saved lead stays. Throws `not_found`.
 */
export async function acceptQuarantinedLead(
  services: LeadServices,
  id: string,
  record: (trx: Transaction<Tables>, leadId: string | null) => Promise<void>,
): Promise<void> {
  const { db } = services
  const row = await db.selectFrom('trapped_leads').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  const attempt = row.attempt as FinishedAttempt
  const kept = { resultToken: row.result_token, finishedAt: row.created_at }
  await saveLead(services, { ...attempt, ...kept }, row.user_id).catch((error: unknown) => {
    if (!(error instanceof AppError && alreadySavedCodes.has(error.code))) throw error
  })
  await db.transaction().execute(async (trx) => {
    const gone = await trx.deleteFrom('trapped_leads').where('id', '=', id).returning('id').execute()
    if (gone.length === 0) throw notFound()
    const lead = await findLeadByAttempt(trx, row.attempt_id)
    await record(trx, lead?.id ?? null)
  })
}

const alreadySavedCodes: ReadonlySet<string> = new Set(['attempt_conflict', 'attempt_saved'])

/** Deletes those that nobody has accepted. */
export async function deleteOldQuarantinedLeads(db: Kysely<Tables>, now: Date): Promise<number> {
  const { rows } = await sql`
    delete from public.trapped_leads where created_at < ${new Date(now.getTime() - quarantinedLeadDays * 86_400_000)}
    returning id`.execute(db)
  return rows.length
}
