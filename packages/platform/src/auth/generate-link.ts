import type { AuthContext } from './auth-context.ts'
import { userNotFound } from './auth-errors.ts'
import { issueCode } from './one-time-tokens.ts'
import { userBody } from './user-body.ts'
import { findUserByEmail, updateUser } from './user-repository.ts'

/**
 * Makes the sign-in link and code of a user without mailing them; whoever asked hands them over. Answers the user with
 * what would have been in the mail, in GoTrue's words. Throws `user_not_found` when the address has no account.
 */
export async function generateMagicLink(
  context: AuthContext,
  { email, redirectTo }: { email: string; redirectTo: string },
): Promise<Record<string, unknown>> {
  const { user, issued } = await context.db.transaction().execute(async (trx) => {
    const found = await findUserByEmail(trx, email)
    if (!found) throw userNotFound()
    const issued = await issueCode(context, trx, {
      userId: found.id,
      tokenType: 'recovery_token',
      relatesTo: email,
    })
    return { user: await updateUser(trx, found.id, { recovery_sent_at: new Date() }), issued }
  })
  const type = 'magiclink'
  const query = new URLSearchParams({ token: issued.linkToken, type, redirect_to: redirectTo })
  return {
    ...userBody(user),
    action_link: `${context.settings.externalUrl}/auth/v1/verify?${query}`,
    email_otp: issued.code,
    hashed_token: issued.linkToken,
    verification_type: type,
    redirect_to: redirectTo,
  }
}
