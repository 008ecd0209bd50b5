import type { AdmissionFacts } from '@app/domain/auth/admission'
import { staffRoleOf } from '@app/domain/auth/roles'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { Tables } from '../services/tables.ts'

export type SessionProof = Omit<AdmissionFacts, 'role'>

const noSessionProof: SessionProof = { assurance: null, provenAt: null, hasFactor: false }

const claimsSchema = z.object({ session_id: z.uuid() })

/**
 * Reads the assurance of a token's session from the database, because the token may be outdated.
 * The caller has verified the token.
 */
export async function findSessionProof(
  db: Kysely<Tables>,
  { userId, token }: { userId: string; token: string },
): Promise<SessionProof> {
  const sessionId = sessionIdOf(token)
  if (!sessionId) return noSessionProof
  const session = await proofOf(db, sessionId).where('user_id', '=', userId).executeTakeFirst()
  return session ? toProof(session) : noSessionProof
}

/**
 * The facts about whoever's session this is, as the database knows them now; null when it does not
 * go on: it was ended, its time is up, or its user is shut out.
 */
export async function findSessionFacts(
  db: Kysely<Tables>,
  sessionId: string,
): Promise<AdmissionFacts | null> {
  const session = await proofOf(db, sessionId)
    .innerJoin('auth.users', 'auth.users.id', 'auth.sessions.user_id')
    .select(sql<unknown>`auth.users.raw_app_meta_data ->> 'role'`.as('role'))
    .where((where) => where.or([where('not_after', 'is', null), where('not_after', '>', sql<Date>`now()`)]))
    .where((where) =>
      where.or([where('banned_until', 'is', null), where('banned_until', '<=', sql<Date>`now()`)]),
    )
    .executeTakeFirst()
  return session ? { role: staffRoleOf(session.role), ...toProof(session) } : null
}

function proofOf(db: Kysely<Tables>, sessionId: string) {
  return db
    .selectFrom('auth.sessions')
    .select('auth.sessions.aal')
    .select((session) =>
      session
        .selectFrom('auth.mfa_amr_claims')
        // Showing a factor again renews its claim; the hosted service notes that as an update
        // alone.
        .select((claims) => claims.fn.max('auth.mfa_amr_claims.updated_at').as('updated_at'))
        .whereRef('session_id', '=', 'auth.sessions.id')
        .as('proven_at'),
    )
    .select(({ exists, selectFrom }) =>
      // A factor that was deleted past the sign-in service leaves sessions that it once proved.
      exists(
        selectFrom('auth.mfa_factors')
          .select('auth.mfa_factors.id')
          .whereRef('auth.mfa_factors.user_id', '=', 'auth.sessions.user_id')
          .where('auth.mfa_factors.status', '=', 'verified'),
      ).as('has_factor'),
    )
    .where('auth.sessions.id', '=', sessionId)
}

type ProofRow = { aal: string | null; proven_at: Date | null; has_factor: unknown }

function toProof({ aal, proven_at, has_factor }: ProofRow): SessionProof {
  return { assurance: aal, provenAt: proven_at, hasFactor: Boolean(has_factor) }
}

/** Returns the session id of a token; null for other tokens. */
export function sessionIdOf(token: string): string | null {
  try {
    const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    return claimsSchema.safeParse(payload).data?.session_id ?? null
  } catch {
    return null
  }
}
