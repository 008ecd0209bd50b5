import { createHmac, type KeyObject, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { AuthContext, Origin } from '../auth-context.ts'
import { tooManyRequests, tooManyTexts } from '../auth-errors.ts'
import type { Sms } from '../delivery/sms-sender.ts'
import type { FactorRow, User } from '../users/user-body.ts'
import { factorNotFound, verifyDisabled } from './factor-errors.ts'
import { challengeKey } from './webauthn-factor.ts'

/** How many challenges and guesses one factor takes in five minutes, whoever they come from. */
const mostTries = 30

/** Begins a proof of a factor: a code is shown for this challenge, within its time. */
export async function challengeFactor(
  context: AuthContext,
  { user, factor }: { user: User; factor: FactorRow },
  { channel, origin }: { channel: string; origin: Origin },
): Promise<Record<string, unknown>> {
  const { db, settings, keys } = context
  requireVerifiable(context, factor)
  const text = factor.factor_type === 'phone' ? prepareText(context, factor, channel) : null
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
    if (Number(rows[0]?.tries ?? 0) >= mostTries) throw tooManyRequests()
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
        otp_code: text && hashFactorCode(keys.pepper, id, text.code),
      })
      .execute()
    await trx
      .updateTable('auth.mfa_factors')
      .set({ last_challenged_at: now })
      .where('id', '=', factor.id)
      .execute()
  })
  if (text) await context.smsSender.send(db, text, origin.log)
  return {
    id,
    type: factor.factor_type,
    expires_at: Math.floor(now.getTime() / 1000) + settings.auth.mfa.challengeExpiry,
    ...(key ? { webauthn: key.webauthn } : {}),
  }
}

/** Throws when factors of this kind are switched off. */
export function requireVerifiable({ settings }: AuthContext, { factor_type: kind }: FactorRow): void {
  const { totpVerifyEnabled, phoneVerifyEnabled } = settings.auth.mfa
  const { factorsEnabled } = settings.auth.webauthn
  const isEnabled = { totp: totpVerifyEnabled, phone: phoneVerifyEnabled, webauthn: factorsEnabled }[kind]
  if (!isEnabled) throw verifyDisabled(kind)
}

/** Keyed, because a million codes are soon tried against a bare hash. */
export function hashFactorCode(pepper: KeyObject, challengeId: string, code: string): string {
  return createHmac('sha256', pepper).update(`factor ${challengeId} ${code}`).digest('hex')
}

function prepareText({ settings, smsSender }: AuthContext, factor: FactorRow, channel: string): Sms {
  const { phoneOtpLength, phoneTemplate, phoneMaxFrequency } = settings.auth.mfa
  const phone = factor.phone ?? ''
  const text = {
    to: phone,
    userId: factor.user_id,
    type: 'mfa',
    channel: smsSender.parseChannel(channel),
    template: phoneTemplate,
  }
  smsSender.requireProvider(phone)
  const readyAt = (factor.last_challenged_at?.getTime() ?? 0) + phoneMaxFrequency * 1000
  if (readyAt > Date.now()) throw tooManyTexts(Math.ceil((readyAt - Date.now()) / 1000))
  return { ...text, code: smsSender.newCode(phone, phoneOtpLength) }
}
