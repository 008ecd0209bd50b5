import type { Trx } from '../../database/trx.ts'
import { isUniqueViolation } from '../../http/postgres-error.ts'
import type { AuthContext } from '../auth-context.ts'
import { emailExists } from '../auth-errors.ts'
import { issueCode } from '../codes/one-time-tokens.ts'
import type { CodeEmail } from '../delivery/email-sender.ts'
import { beginMailFlow, type CodeChallenge } from '../flow-state.ts'
import { forgetUnproven, isProven } from '../users/forget-unproven.ts'
import { isConfirmed, type User } from '../users/user-body.ts'
import { findIdByEmail, mergeMetadata, saveEmailIdentity, updateUser } from '../users/user-repository.ts'

export type ChangeRequest = { redirectTo: string; challenge: CodeChallenge | null }

/**
 * One mail to the new address and, unless settings say otherwise, one to the old: both have to agree. An address that is
 * somebody's gets none, so that its change never ends; nothing else differs.
 */
export async function emailChangeMessages(
  context: AuthContext,
  trx: Trx,
  user: User,
  { redirectTo, challenge }: ChangeRequest,
): Promise<CodeEmail[]> {
  const flow = await beginMailFlow(trx, user.id, { challenge, method: 'email_change' })
  const toNew = { tokenType: 'email_change_token_new', to: user.email_change } as const
  const toCurrent =
    needsBothMailboxes(context, user) && user.email
      ? [{ tokenType: 'email_change_token_current', to: user.email } as const]
      : []
  const isTaken = (await findIdByEmail(trx, user.email_change)) !== undefined
  const mails: CodeEmail[] = []
  for (const { tokenType, to } of [toNew, ...toCurrent]) {
    const code = { userId: user.id, tokenType, relatesTo: to, flowId: flow?.id ?? null } as const
    // Both codes have one flow, which the first of them brings along.
    const begins = tokenType === toNew.tokenType ? flow : null
    const issued = await issueCode(context, trx, { ...code, begins })
    const mail = { kind: 'email_change', to, userId: user.id, issued, redirectTo } as const
    if (to !== user.email_change || !isTaken) mails.push(mail)
  }
  const [first, second] = mails
  // A hook is told of both mailboxes at once.
  const isTold = context.settings.auth.hooks.sendEmail !== undefined
  return isTold && first && second ? [{ ...first, current: second.issued }] : mails
}

/** Changes the address once every mailbox that has to agree has agreed; until then answers null. */
export async function acceptEmailChange(context: AuthContext, trx: Trx, user: User): Promise<User | null> {
  if (needsBothMailboxes(context, user) && user.email_change_confirm_status === 0) {
    await updateUser(trx, user.id, { email_change_confirm_status: 1 })
    return null
  }
  const email = user.email_change
  // Of someone who has proven nothing so far, not even the session goes on: the mailbox is the first that is known.
  const kept = isProven(user)
    ? user
    : await forgetUnproven(trx, { ...user, email }, { proven: 'email', offer: null })
  await saveEmailIdentity(trx, user.id, email, true)
  await trx
    .deleteFrom('auth.one_time_tokens')
    .where('user_id', '=', user.id)
    .where('token_type', 'in', ['email_change_token_current', 'email_change_token_new'])
    .execute()
  const providers = { provider: 'email', providers: ['email'] }
  return updateUser(trx, user.id, {
    email,
    email_confirmed_at: user.email_confirmed_at ?? new Date(),
    email_change: '',
    email_change_confirm_status: 0,
    is_anonymous: false,
    raw_user_meta_data: JSON.stringify(
      mergeMetadata(kept.raw_user_meta_data, { email, email_verified: true }),
    ),
    ...(user.is_anonymous
      ? { raw_app_meta_data: JSON.stringify({ ...user.raw_app_meta_data, ...providers }) }
      : {}),
  }).catch((error) => {
    throw isUniqueViolation(error) ? emailExists() : error
  })
}

/** An address nobody has proven has no say in what replaces it. */
function needsBothMailboxes({ settings }: AuthContext, user: User): boolean {
  return settings.auth.secureEmailChange && user.email !== null && isConfirmed(user)
}
