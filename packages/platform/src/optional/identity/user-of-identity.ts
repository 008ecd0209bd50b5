import type { AuthContext } from '../../auth/auth-context.ts'
import { AuthError, emailExists, signupDisabled, userBanned, userNotFound } from '../../auth/auth-errors.ts'
import { proveEmail } from '../../auth/email/confirm-email.ts'
import { providersOf } from '../../auth/users/providers-of.ts'
import { isBanned, newUserRow, type User } from '../../auth/users/user-body.ts'
import {
  findUser,
  findUserByEmail,
  insertIdentity,
  insertUser,
  mergeMetadata,
  updateUser,
} from '../../auth/users/user-repository.ts'
import type { JsonObject } from '../../database/tables.ts'
import type { Trx } from '../../database/trx.ts'
import { isUniqueViolation } from '../../http/postgres-error.ts'

/** A user's identity at a provider. */
export type OutsideIdentity = {
  provider: string
  subject: string
  email: string | null
  emailVerified: boolean
  /**
   * The account of a new identity: by its verified address, unless set. Wallets have no address,
   * and a company's addresses are not trusted for other accounts.
   */
  account?: 'without_email' | 'of_company'
  facts: JsonObject
}

/**
 * Finds or makes the account of someone a provider vouches for. A verified address leads to the
 * account that has it; an unverified one is refused, since anyone could have typed it at the
 * provider.
 */
export async function userOfIdentity(
  context: AuthContext,
  trx: Trx,
  identity: OutsideIdentity,
): Promise<User> {
  const linked = await findLinkedUser(trx, identity)
  const user = linked
    ? await refreshIdentity(trx, linked, identity)
    : await adoptIdentity(context, trx, identity)
  if (isBanned(user, new Date())) throw userBanned(403)
  return user
}

/** Adds an identity to a user who asked for it. Throws `identity_already_exists` when somebody has it. */
export async function linkIdentity(trx: Trx, userId: string, identity: OutsideIdentity): Promise<User> {
  const linked = await findLinkedUser(trx, identity)
  if (linked) {
    throw new AuthError(
      422,
      'identity_already_exists',
      linked === userId ? 'Identity is already linked' : 'Identity is already linked to another user',
    )
  }
  const user = await findUser(trx, userId)
  if (!user) throw userNotFound()
  return attachIdentity(trx, user, identity)
}

async function findLinkedUser(trx: Trx, { provider, subject }: OutsideIdentity): Promise<string | undefined> {
  const row = await trx
    .selectFrom('auth.identities')
    .select('user_id')
    .where('provider', '=', provider)
    .where('provider_id', '=', subject)
    .executeTakeFirst()
  return row?.user_id
}

async function refreshIdentity(trx: Trx, userId: string, identity: OutsideIdentity): Promise<User> {
  const now = new Date()
  await trx
    .updateTable('auth.identities')
    .set({ identity_data: JSON.stringify(identity.facts), last_sign_in_at: now, updated_at: now })
    .where('provider', '=', identity.provider)
    .where('provider_id', '=', identity.subject)
    .execute()
  const user = await findUser(trx, userId)
  if (!user) throw userNotFound()
  return user
}

async function adoptIdentity(context: AuthContext, trx: Trx, identity: OutsideIdentity): Promise<User> {
  const { settings } = context
  const { email, emailVerified, provider, account } = identity
  if (account) return adoptSeparately(context, trx, identity, account)
  if (email === null || !emailVerified) {
    throw new AuthError(403, 'provider_email_needs_verification', `Unverified email with ${provider}`)
  }
  const known = await findUserByEmail(trx, email)
  if (known) return attachIdentity(trx, await proveEmail(trx, known, null), identity)
  if (settings.auth.disableSignup) throw signupDisabled()
  const row = newUserRow({ email: null, metadata: identity.facts, now: new Date() })
  const user = await insertUser(trx, { ...row, is_anonymous: false })
  await updateUser(trx, user.id, { email, email_confirmed_at: row.created_at })
  return attachIdentity(trx, user, identity)
}

/** Makes an account that has nothing to do with others of the same address. */
async function adoptSeparately(
  context: AuthContext,
  trx: Trx,
  identity: OutsideIdentity,
  account: 'without_email' | 'of_company',
): Promise<User> {
  if (context.settings.auth.disableSignup) throw signupDisabled()
  const row = newUserRow({ email: null, metadata: identity.facts, now: new Date() })
  const isOfCompany = account === 'of_company'
  const made = { ...row, is_anonymous: false, is_sso_user: isOfCompany }
  const user = await insertUser(trx, made)
  return attachIdentity(trx, user, identity)
}

async function attachIdentity(trx: Trx, user: User, identity: OutsideIdentity): Promise<User> {
  const now = new Date()
  const { provider, subject, facts, email, emailVerified } = identity
  await insertIdentity(trx, {
    id: crypto.randomUUID(),
    user_id: user.id,
    provider,
    provider_id: subject,
    identity_data: facts,
    last_sign_in_at: now,
    created_at: now,
    updated_at: now,
    email,
  })
  const current = await findUser(trx, user.id)
  return updateUser(trx, user.id, {
    raw_app_meta_data: JSON.stringify({
      ...user.raw_app_meta_data,
      ...providersOf(current?.identities ?? []),
    }),
    raw_user_meta_data: JSON.stringify(mergeMetadata(user.raw_user_meta_data, facts)),
    is_anonymous: false,
    ...(user.email === null && email && emailVerified ? { email, email_confirmed_at: now } : {}),
  }).catch((error) => {
    throw isUniqueViolation(error) ? emailExists() : error
  })
}
