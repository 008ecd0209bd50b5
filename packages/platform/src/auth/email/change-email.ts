import type { Trx } from '../../database/trx.ts'
import { isUniqueViolation } from '../../http/postgres-error.ts'
import type { AuthSettings } from '../../settings.ts'
import type { AuthContext } from '../auth-context.ts'
import { addressChangeDisabled, emailExists } from '../auth-errors.ts'
import { issueCode } from '../codes/one-time-tokens.ts'
import type { CodeEmail } from '../delivery/email-sender.ts'
import { needsFactor } from '../factors/assurance.ts'
import { dropCredentials } from '../users/drop-credentials.ts'
import { dropUnverifiedCredentials, isProven } from '../users/drop-unverified-credentials.ts'
import { isConfirmed, type User } from '../users/user-body.ts'
import { findIdByEmail, mergeMetadata, updateUser } from '../users/user-repository.ts'

/** Throws where nobody changes an address or a number of their own, be it that they asked to before that was settled. */
export function requireAddressChange({ addressChange }: AuthSettings): void {
  if (addressChange === 'off') throw addressChangeDisabled()
}

/**
 * Builds the mails of an address change: one to the new address and, by the settings, one to the
 * old. A taken address gets none, and nothing else differs.
 */
export async function emailChangeMessages(
  context: AuthContext,
  trx: Trx,
  user: User,
  redirectTo: string,
): Promise<CodeEmail[]> {
  const toNew = { tokenType: 'email_change_token_new', to: user.email_change } as const
  const toCurrent =
    needsBothMailboxes(context, user) && user.email
      ? [{ tokenType: 'email_change_token_current', to: user.email } as const]
      : []
  const isTaken = (await findIdByEmail(trx, user.email_change)) !== undefined
  const change = { from: user.email, to: user.email_change }
  const mails: CodeEmail[] = []
  for (const { tokenType, to } of [toNew, ...toCurrent]) {
    const code = { userId: user.id, tokenType, relatesTo: to, flowId: null } as const
    const issued = await issueCode(context, trx, code)
    const mail = { kind: 'email_change', to, issued, redirectTo, change } as const
    if (to !== user.email_change || !isTaken) mails.push(mail)
  }
  return mails
}

/**
 * Changes the address once every mailbox that has to agree has agreed; until then answers null.
 * Every way in from before ends, and every session: they belong to the address that was.
 */
export async function acceptEmailChange(context: AuthContext, trx: Trx, user: User): Promise<User | null> {
  if (needsBothMailboxes(context, user) && user.email_change_confirm_status === 0) {
    await updateUser(trx, user.id, { email_change_confirm_status: 1 })
    return null
  }
  const email = user.email_change
  const named = { ...user, email, email_confirmed_at: new Date() }
  const keepFactors = needsFactor(context.settings, user)
  try {
    const kept = isProven(user)
      ? await dropCredentials(trx, named, { keep: ['email'], keepFactors })
      : await dropUnverifiedCredentials(trx, named, { proven: 'email', offer: null })
    return await updateUser(trx, user.id, {
      email,
      // The new address is unverified.
      email_confirmed_at: named.email_confirmed_at,
      is_anonymous: false,
      raw_user_meta_data: JSON.stringify(
        mergeMetadata(kept.raw_user_meta_data, { email, email_verified: true }),
      ),
    })
  } catch (error) {
    throw isUniqueViolation(error) ? emailExists() : error
  }
}

/** An unverified address need not confirm its replacement. */
function needsBothMailboxes({ settings }: AuthContext, user: User): boolean {
  return settings.auth.secureEmailChange && user.email !== null && isConfirmed(user)
}
