import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import type { Trx } from '../../database/trx.ts'
import type { AuthContext } from '../auth-context.ts'
import { validationFailed } from '../auth-errors.ts'
import type { SignedInUser } from '../sessions/caller.ts'
import { hasSecondFactor, hasVerifiedFactor, requireFreshProof } from './assurance.ts'
import { enrollDisabled, insufficientAal, nameTaken, tooManyFactors } from './factor-errors.ts'

export type Enrollment = { factorType: string; friendlyName: string; issuer: string }

/** Unfinished enrolments are deleted after this time. */
const unfinishedLifetimeMs = 5 * 60 * 1000

/** Adds a factor that counts once its first code has been shown. A secret is shown here and never again. */
export async function enrollFactor(
  context: AuthContext,
  caller: SignedInUser,
  enrollment: Enrollment,
): Promise<Record<string, unknown>> {
  const { mfa } = context.settings.auth
  const { factorType, friendlyName, issuer } = enrollment
  if (friendlyName.length > 255 || issuer.length > 255) throw validationFailed('A name is too long')
  await requireFreshProof(context, caller, 'Enrolling a factor')
  switch (factorType) {
    case 'totp':
      if (!mfa.totpEnrollEnabled) throw enrollDisabled('totp')
      return enrollTotp(context, caller, enrollment)
    case 'phone':
      throw enrollDisabled('phone')
    case 'webauthn':
      if (!context.settings.auth.webauthn.factorsEnabled) throw enrollDisabled('webauthn')
      return enrollKey(context, caller, enrollment)
    default:
      throw validationFailed('factor_type needs to be totp, phone, or webauthn')
  }
}

async function enrollTotp(
  context: AuthContext,
  caller: SignedInUser,
  { friendlyName, issuer }: Enrollment,
): Promise<Record<string, unknown>> {
  const secret = new Secret({ size: 20 }).base32
  const id = await insertFactor(context, caller, { friendlyName, factorType: 'totp', secret })
  const uri = totpOf(secret, {
    issuer: issuer || new URL(context.settings.siteUrl).host,
    label: caller.user.email || caller.user.id,
  }).toString()
  const totp = { qr_code: renderSVG(uri), secret, uri }
  return { id, type: 'totp', friendly_name: friendlyName, totp }
}

/** The key arrives with the first challenge. */
async function enrollKey(
  context: AuthContext,
  caller: SignedInUser,
  { friendlyName }: Enrollment,
): Promise<Record<string, unknown>> {
  const id = await insertFactor(context, caller, { friendlyName, factorType: 'webauthn' })
  return { id, type: 'webauthn', friendly_name: friendlyName }
}

type NewFactor = { friendlyName: string } & (
  | { factorType: 'totp'; secret: string }
  | { factorType: 'webauthn' }
)

async function insertFactor(
  { db, settings }: AuthContext,
  caller: SignedInUser,
  { friendlyName, factorType, ...checked }: NewFactor,
): Promise<string> {
  const { user } = caller
  const id = randomUUID()
  const now = new Date()
  await db.transaction().execute(async (trx) => {
    // Counting and inserting are one step, for concurrent requests.
    await trx.selectFrom('auth.users').select('id').where('id', '=', user.id).forUpdate().execute()
    await deleteUnfinishedFactors(trx, user.id, now)
    const factors = await trx
      .selectFrom('auth.mfa_factors')
      .select('friendly_name')
      .where('user_id', '=', user.id)
      .execute()
    if (factors.some((factor) => (factor.friendly_name ?? '') === friendlyName)) throw nameTaken(friendlyName)
    if (factors.length >= settings.auth.mfa.maxEnrolledFactors) throw tooManyFactors()
    if (hasVerifiedFactor(caller) && !hasSecondFactor(caller)) {
      throw insufficientAal('AAL2 required to enroll a new factor', 403)
    }
    await trx
      .insertInto('auth.mfa_factors')
      .values({
        id,
        user_id: user.id,
        friendly_name: friendlyName,
        factor_type: factorType,
        status: 'unverified',
        created_at: now,
        updated_at: now,
        ...checked,
      })
      .execute()
  })
  return id
}

/** Removes factors that nobody finished in time. */
async function deleteUnfinishedFactors(trx: Trx, userId: string, now: Date): Promise<void> {
  await trx
    .deleteFrom('auth.mfa_factors')
    .where('user_id', '=', userId)
    .where('status', '=', 'unverified')
    .where('created_at', '<', new Date(now.getTime() - unfinishedLifetimeMs))
    .execute()
}

/** The clock an authenticator app runs: six digits, thirty seconds, SHA-1 (RFC 6238). */
export function totpOf(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...names, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 })
}
