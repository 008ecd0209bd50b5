import type { AdmissionFacts } from '@app/domain/auth/admission'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Tables } from '../services/tables.ts'

export type SessionProof = Omit<AdmissionFacts, 'role'>

const unproven: SessionProof = { assurance: null, provenAt: null, hasFactor: false }

const claimsSchema = z.object({ session_id: z.uuid() })

/**
 * How far the session of a token has proven its user, when it last did, and whether the user still has a factor to prove it
 * with, as the database knows it now: a token says it as of when it was made. The token must have been checked before.
 */
export async function findSessionProof(
  db: Kysely<Tables>,
  { userId, token }: { userId: string; token: string },
): Promise<SessionProof> {
  const sessionId = sessionIdOf(token)
  if (!sessionId) return unproven
  const session = await db
    .selectFrom('auth.sessions')
    .select('aal')
    .select((session) =>
      session
        .selectFrom('auth.mfa_amr_claims')
        // Showing a factor again renews its claim; the hosted service notes that as an update alone.
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
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!session) return unproven
  return { assurance: session.aal, provenAt: session.proven_at, hasFactor: Boolean(session.has_factor) }
}

/** The session a token belongs to, as it says; null for what is no user's token. */
export function sessionIdOf(token: string): string | null {
  try {
    const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    return claimsSchema.safeParse(payload).data?.session_id ?? null
  } catch {
    return null
  }
}
