import { decideAdmission } from '@app/domain/auth/admission'
import type { StaffRole } from '@app/domain/auth/roles'
import type { Kysely } from 'kysely'
import { findSessionFacts } from '../http/session-proof.ts'
import type { Tables } from '../services/tables.ts'

/**
 * Returns true when a session goes on, and its user has this role and would be let through with it
 * now.
 */
export async function isStaffSession(
  db: Kysely<Tables>,
  sessionId: string,
  role: StaffRole,
): Promise<boolean> {
  const facts = await findSessionFacts(db, sessionId)
  if (facts?.role !== role) return false
  return decideAdmission(facts, { needs: 'desk', now: new Date() }) === 'admitted'
}
