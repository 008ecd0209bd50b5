import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { AuthContext, Origin } from '../auth-context.ts'
import { tooManyRequests } from '../auth-errors.ts'
import type { FactorRow, User } from '../users/user-body.ts'
import { factorNotFound, verifyDisabled } from './factor-errors.ts'
import { challengeKey } from './webauthn-factor.ts'

/** The number of challenges and guesses for a factor in five minutes. */
const maxTries = 30

/** Begins a proof of a factor: a code is shown for this challenge, within its time. */
export async function challengeFactor(
  context: AuthContext,
  { user, factor }: { user: User; factor: FactorRow },
  origin: Origin,
): Promise<Record<string, unknown>> {
  const { db, settings } = context
  requireVerifiable(context, factor)
  const key = factor.factor_type === 'webauthn' ? await challengeKey(context, user, factor) : null
  const now = new Date()
  const id = randomUUID()
  await db.transaction().execute(async (trx) => {
    await trx
      .selectFrom('auth.mfa_factors')
      .select('id')
      .where('id', '=', factor.id)
      .forUpdate()
      .executeTakeFirstOrThrow(factorNotFound)
    const { rows } = await sql<{ tries: string }>`
      select count(*) + coalesce(sum(tries), 0) as tries from auth.mfa_challenges
      where factor_id = ${factor.id} and created_at > now() - interval '5 minutes'`.execute(trx)
    if (Number(rows[0]?.tries ?? 0) >= maxTries) throw tooManyRequests()
    await sql`
      delete from auth.mfa_challenges
      where factor_id = ${factor.id} and created_at < now() - interval '1 day'`.execute(trx)
    await trx
      .insertInto('auth.mfa_challenges')
      .values({
        id,
        factor_id: factor.id,
        created_at: now,
        ip_address: origin.ip,
        ...(key ? { web_authn_session_data: JSON.stringify({ challenge: key.challenge }) } : {}),
      })
      .execute()
    await trx
      .updateTable('auth.mfa_factors')
      .set({ last_challenged_at: now })
      .where('id', '=', factor.id)
      .execute()
  })
  return {
    id,
    type: factor.factor_type,
    expires_at: Math.floor(now.getTime() / 1000) + settings.auth.mfa.challengeExpiry,
    ...(key ? { webauthn: key.webauthn } : {}),
  }
}

/** Throws when factors of this kind are switched off. */
export function requireVerifiable({ settings }: AuthContext, { factor_type: kind }: FactorRow): void {
  const { totpVerifyEnabled } = settings.auth.mfa
  const { factorsEnabled } = settings.auth.webauthn
  const isEnabled = { totp: totpVerifyEnabled, phone: false, webauthn: factorsEnabled }[kind]
  if (!isEnabled) throw verifyDisabled(kind)
}
