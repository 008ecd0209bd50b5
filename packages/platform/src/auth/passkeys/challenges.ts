import { sql } from 'kysely'
import type { AuthContext } from '../auth-context.ts'
import { validationFailed } from '../auth-errors.ts'
import { isUuid } from '../params.ts'
import { challengeExpired, challengeNotFound } from './passkey-errors.ts'

type ChallengeType = 'registration' | 'authentication'

/** The id and expiry of a challenge. */
export type BegunChallenge = { challenge_id: string; expires_at: number }

/** Remembers a challenge until it is answered; whose it is matters for a registration alone. Forgets some that are over. */
export async function beginChallenge(
  { db, settings }: AuthContext,
  { type, userId, challenge }: { type: ChallengeType; userId: string | null; challenge: string },
): Promise<BegunChallenge> {
  const id = crypto.randomUUID()
  const expiresAt = new Date(Date.now() + settings.auth.webauthn.challengeExpiry * 1000)
  await sql`
    with forgotten as (
      delete from auth.webauthn_challenges where id in (
        select id from auth.webauthn_challenges where expires_at < now() - interval '1 hour'
        limit 100 for update skip locked)
    )
    insert into auth.webauthn_challenges (id, user_id, challenge_type, session_data, expires_at)
    values (${id}, ${userId}::uuid, ${type}, ${JSON.stringify({ challenge })}::jsonb, ${expiresAt})`.execute(
    db,
  )
  return { challenge_id: id, expires_at: Math.floor(expiresAt.getTime() / 1000) }
}

/** Takes a challenge, once, whatever comes of the answer to it. Throws when there is none, or its time is over. */
export async function takeChallenge(
  { db }: AuthContext,
  { type, userId, id }: { type: ChallengeType; userId: string | null; id: string },
): Promise<string> {
  if (!id) throw validationFailed('challenge_id is required')
  if (!isUuid(id)) throw validationFailed('challenge_id must be a valid UUID')
  const { rows } = await sql<{ challenge: string; is_over: boolean }>`
    delete from auth.webauthn_challenges
    where id = ${id} and challenge_type = ${type} and user_id is not distinct from ${userId}::uuid
    returning session_data ->> 'challenge' as challenge, expires_at < now() as is_over`.execute(db)
  const [taken] = rows
  if (!taken) throw challengeNotFound()
  if (taken.is_over) throw challengeExpired()
  return taken.challenge
}
