import { decideAdmission } from '@app/domain/auth/admission'
import type { Kysely } from 'kysely'
import { findSessionFacts } from '../http/session-proof.ts'
import type { Tables } from '../services/tables.ts'

/** Whether a session goes on, and its user would be let through as an administrator now. */
export async function isAdministratorSession(db: Kysely<Tables>, sessionId: string): Promise<boolean> {
  const facts = await findSessionFacts(db, sessionId)
  return facts !== null && decideAdmission(facts, { now: new Date(), fresh: false }) === 'admitted'
}
