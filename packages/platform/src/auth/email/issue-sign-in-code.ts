import { runPreparedText } from '../../database/hints.ts'
import type { JsonObject, PendingClaims } from '../../database/tables.ts'
import type { AuthContext } from '../auth-context.ts'
import type { CodeRequester } from '../codes/code.ts'
import { encodeWithPepper, hashLinkToken, newLinkToken, randomCode } from '../codes/one-time-tokens.ts'
import { allowedClaims } from '../codes/pending-claims.ts'
import type { CodeEmail } from '../delivery/email-sender.ts'

type CodeRequestFacts = {
  email: string
  asker: CodeRequester
  redirectTo: string
  data: JsonObject
  mayCreate: boolean
}

type IssueCodeRow = { seconds_left: number | null; user_id: string | null; is_sign_up: boolean | null }

/** Parameters: the address, those of `platform.take_message`, the code and the new account. */
const issueCodeSql = `
  select seconds_left, user_id, is_sign_up
  from platform.issue_code($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)`

/**
 * Issues a sign-in code in one statement. Returns the mail; null for an unknown address, which
 * costs the same. Throws when the address was mailed too recently.
 */
export async function issueSignInCode(
  context: AuthContext,
  { email, asker, redirectTo, data, mayCreate }: CodeRequestFacts,
): Promise<CodeEmail | null> {
  const { db, keys, settings, emailSender } = context
  const issued = { code: randomCode(settings.auth.otpLength), linkToken: newLinkToken(null) }
  const offer: PendingClaims = { by: 'code', passwordHash: null, data }
  const newUser = mayCreate ? crypto.randomUUID() : null
  const facts = newUser && { email, email_verified: false, phone_verified: false, sub: newUser }
  const [asked] = await runPreparedText<IssueCodeRow>(db, issueCodeSql, [
    email,
    emailSender.throttleKeyOf(email),
    ...emailSender.throttleValuesOf(email, asker),
    encodeWithPepper(keys.pepper, issued.code),
    hashLinkToken(issued.linkToken),
    crypto.randomUUID(),
    JSON.stringify(allowedClaims(settings.auth, offer)),
    newUser,
    newUser && crypto.randomUUID(),
    facts && JSON.stringify(facts),
  ])
  if (!asked) throw new Error('A code was asked for, and nothing was answered.')
  const { seconds_left, user_id, is_sign_up } = asked
  if (seconds_left !== null) return emailSender.refuseFor(seconds_left)
  if (user_id === null) return null
  return { kind: is_sign_up ? 'confirmation' : 'magic_link', to: email, issued, redirectTo }
}
