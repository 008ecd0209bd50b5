import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import type { AuthContext } from '../auth-context.ts'
import { validationFailed } from '../auth-errors.ts'
import type { SignedInUser } from '../caller.ts'
import { hasVerifiedFactor, isUpgraded } from './assurance.ts'
import { enrollDisabled, insufficientAal, nameTaken, tooManyFactors } from './factor-errors.ts'

export type Enrollment = { factorType: string; friendlyName: string; issuer: string }

/** Leftovers of enrolments nobody finished make way after this time. */
const unfinishedLifetimeMs = 5 * 60 * 1000

/** Adds a factor that counts once its first code has been shown. The secret is shown here and never again. */
export async function enrollFactor(
  context: AuthContext,
  caller: SignedInUser,
  { factorType, friendlyName, issuer }: Enrollment,
): Promise<Record<string, unknown>> {
  const { mfa } = context.settings.auth
  if (factorType === 'phone' || factorType === 'webauthn') throw enrollDisabled(factorType)
  if (factorType !== 'totp') throw validationFailed('factor_type needs to be totp, phone, or webauthn')
  if (!mfa.totpEnrollEnabled) throw enrollDisabled('totp')
  if (friendlyName.length > 255 || issuer.length > 255) throw validationFailed('A name is too long')

  const { user } = caller
  const secret = new Secret({ size: 20 })
  const id = randomUUID()
  const now = new Date()
  await context.db.transaction().execute(async (trx) => {
    // Counting and adding have to be one step for a user who asks twice at once.
    await trx.selectFrom('auth.users').select('id').where('id', '=', user.id).forUpdate().execute()
    await trx
      .deleteFrom('auth.mfa_factors')
      .where('user_id', '=', user.id)
      .where('status', '=', 'unverified')
      .where('created_at', '<', new Date(now.getTime() - unfinishedLifetimeMs))
      .execute()
    const factors = await trx
      .selectFrom('auth.mfa_factors')
      .select('friendly_name')
      .where('user_id', '=', user.id)
      .execute()
    if (factors.some((factor) => (factor.friendly_name ?? '') === friendlyName)) throw nameTaken(friendlyName)
    if (factors.length >= mfa.maxEnrolledFactors) throw tooManyFactors()
    if (hasVerifiedFactor(caller) && !isUpgraded(caller)) {
      throw insufficientAal('AAL2 required to enroll a new factor', 403)
    }
    await trx
      .insertInto('auth.mfa_factors')
      .values({
        id,
        user_id: user.id,
        friendly_name: friendlyName,
        factor_type: 'totp',
        status: 'unverified',
        created_at: now,
        updated_at: now,
        secret: secret.base32,
      })
      .execute()
  })
  const uri = totpOf(secret.base32, {
    issuer: issuer || new URL(context.settings.siteUrl).host,
    label: user.email || user.id,
  }).toString()
  return {
    id,
    type: 'totp',
    friendly_name: friendlyName,
    totp: { qr_code: renderSVG(uri), secret: secret.base32, uri },
  }
}

/** The clock an authenticator app runs: six digits, thirty seconds, SHA-1 (RFC 6238). */
export function totpOf(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...names, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 })
}
