import type { AdmissionFacts } from '@app/domain/auth/admission'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Tables } from '../services/tables.ts'

export type SessionProof = Pick<AdmissionFacts, 'assurance' | 'provenAt'>

const claimsSchema = z.object({ session_id: z.uuid() })

/**
 * How far the session of a token has proven its user, and when it last did, as the database knows it now: a token says it
 * as of when it was made. The token must have been checked before.
 */
export async function findSessionProof(
  db: Kysely<Tables>,
  { userId, token }: { userId: string; token: string },
): Promise<SessionProof> {
  const sessionId = sessionIdOf(token)
  if (!sessionId) return { assurance: null, provenAt: null }
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
    .where('auth.sessions.id', '=', sessionId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return { assurance: session?.aal ?? null, provenAt: session?.proven_at ?? null }
}

function sessionIdOf(token: string): string | null {
  try {
    const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    return claimsSchema.safeParse(payload).data?.session_id ?? null
  } catch {
    return null
  }
}
