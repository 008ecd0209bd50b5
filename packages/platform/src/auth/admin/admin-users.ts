import { sql } from 'kysely'
import type { JsonObject } from '../../database/tables.ts'
import type { Db, Trx } from '../../database/trx.ts'
import { isUniqueViolation } from '../../http/postgres-error.ts'
import type { AuthContext } from '../auth-context.ts'
import { emailExists, phoneExists, validationFailed } from '../auth-errors.ts'
import { confirmEmail } from '../email/confirm-email.ts'
import { needsFactor } from '../factors/assurance.ts'
import { isUuid } from '../params.ts'
import { checkPassword, hashPassword } from '../passwords/passwords.ts'
import { confirmPhone } from '../phone/confirm-phone.ts'
import { endSignIns } from '../sessions/sessions.ts'
import { dropCredentials } from '../users/drop-credentials.ts'
import { dropUnverifiedCredentials, isProven } from '../users/drop-unverified-credentials.ts'
import { newUserRow, type User } from '../users/user-body.ts'
import {
  findUserByEmail,
  insertUser,
  mergeMetadata,
  saveEmailIdentity,
  savePhoneIdentity,
  updateUser,
} from '../users/user-repository.ts'

/** The fields that an administrator may set. */
export type Account = {
  id: string
  email: string | null
  phone: string
  password: string | undefined
  passwordHash: string | undefined
  emailConfirm: boolean
  phoneConfirm: boolean
  userMetadata: JsonObject | undefined
  appMetadata: JsonObject | undefined
  role: string
  banDuration: string
}

/** Makes an account without a word to its owner. Throws `email_exists` when the address has one. */
export async function createUser(context: AuthContext, account: Account): Promise<User> {
  const { email, phone } = account
  if (email === null && phone === '') {
    throw validationFailed('Cannot create a user without either an email or phone')
  }
  if (account.id && !isUuid(account.id)) throw validationFailed('ID must conform to the uuid v4 format')
  if (email !== null && (await findUserByEmail(context.db, email))) throw emailExists()
  const bannedUntil = parseBan(account.banDuration)
  const row = newUserRow({
    email,
    ...(phone ? { phone } : {}),
    metadata: account.userMetadata ?? {},
    now: new Date(),
  })
  const encryptedPassword = await passwordHashOf(context, account)
  return context.db.transaction().execute(async (trx) => {
    const user = await insertUser(trx, {
      ...row,
      id: account.id || row.id,
      role: account.role || row.role,
      banned_until: bannedUntil ?? null,
      encrypted_password: encryptedPassword,
      is_anonymous: false,
      raw_app_meta_data: { ...row.raw_app_meta_data, ...account.appMetadata },
    }).catch(throwTaken)
    const mailed = account.emailConfirm ? await confirmEmail(trx, user) : user
    return account.phoneConfirm ? confirmPhone(trx, mailed) : mailed
  })
}

/**
 * Changes an account. Metadata is merged; a new password ends all sessions, and a new address
 * removes all sign-in methods. An address is unverified unless the administrator confirms it; what
 * others claimed with it before is dropped.
 */
export async function updateUserAsAdmin(context: AuthContext, user: User, account: Account): Promise<User> {
  const encryptedPassword = await passwordHashOf(context, { ...account, email: account.email ?? user.email })
  const bannedUntil = parseBan(account.banDuration)
  const { email, phone } = account
  return context.db.transaction().execute(async (trx) => {
    // Before the user, because sign-ins lock codes and sessions first.
    if (encryptedPassword) await endSignIns(trx, user.id, 'all')
    const known = await withoutUnverifiedChanges(context, trx, user, account)
    const isNewEmail = email !== null && email !== known.email
    const isNewPhone = phone !== '' && phone !== known.phone
    if (isNewEmail) await saveEmailIdentity(trx, user.id, email, account.emailConfirm)
    if (isNewPhone) await savePhoneIdentity(trx, user.id, phone, account.phoneConfirm)
    const saved = await updateUser(trx, user.id, {
      ...(isNewEmail ? { email, email_confirmed_at: null } : {}),
      ...(isNewPhone ? { phone, phone_confirmed_at: null } : {}),
      ...(account.role ? { role: account.role } : {}),
      ...(encryptedPassword ? { encrypted_password: encryptedPassword } : {}),
      ...(bannedUntil === undefined ? {} : { banned_until: bannedUntil }),
      ...metadataChange(known, account),
    }).catch(throwTaken)
    const mailed = account.emailConfirm ? await confirmEmail(trx, saved) : saved
    return account.phoneConfirm ? confirmPhone(trx, mailed) : mailed
  })
}

async function withoutUnverifiedChanges(
  { settings }: AuthContext,
  trx: Trx,
  user: User,
  { email, phone, emailConfirm, phoneConfirm }: Account,
): Promise<User> {
  const isMoved =
    (email !== null && user.email !== null && email !== user.email) ||
    (phone !== '' && user.phone !== null && phone !== user.phone)
  if (isProven(user) && isMoved)
    return dropCredentials(trx, user, { keep: ['email', 'phone'], keepFactors: needsFactor(settings, user) })
  const proven = emailConfirm ? 'email' : phoneConfirm ? 'phone' : null
  return proven === null || isProven(user)
    ? user
    : dropUnverifiedCredentials(trx, user, { proven, offer: null })
}

/** Deletes an account with everything that hangs on it. Softly, the row stays but says nothing about anyone. */
export async function deleteUser(db: Db, user: User, { softly }: { softly: boolean }): Promise<void> {
  if (!softly) {
    await db.transaction().execute(async (trx) => {
      // In the lock order of sign-ins; all else cascades.
      await endSignIns(trx, user.id, 'all')
      await trx.deleteFrom('auth.users').where('id', '=', user.id).execute()
    })
    return
  }
  await db.transaction().execute(async (trx) => {
    await endSignIns(trx, user.id, 'all')
    await eraseTraces(trx, user.id)
    await updateUser(trx, user.id, {
      email: null,
      phone: null,
      encrypted_password: null,
      email_change: '',
      phone_change: '',
      raw_app_meta_data: '{}',
      raw_user_meta_data: '{}',
      deleted_at: user.deleted_at ?? new Date(),
    })
  })
}

export async function listUsers(
  db: Db,
  {
    page,
    perPage,
    filter,
    oldestFirst,
  }: { page: number; perPage: number; filter: string; oldestFirst: boolean },
): Promise<{ users: User[]; total: number }> {
  const pattern = `%${filter.replace(/[\\%_]/g, '\\$&')}%`
  const matching = db
    .selectFrom('auth.users')
    .$if(filter !== '', (query) =>
      query.where((where) =>
        where.or([
          where('email', 'like', pattern),
          where(sql<string>`raw_user_meta_data ->> 'full_name'`, 'ilike', pattern),
        ]),
      ),
    )
  const { total } = await matching
    .select((row) => row.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await matching
    .selectAll()
    .orderBy('created_at', oldestFirst ? 'asc' : 'desc')
    .orderBy('id')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  const ids = rows.map((row) => row.id)
  const identities =
    ids.length === 0
      ? []
      : await db
          .selectFrom('auth.identities')
          .selectAll()
          .where('user_id', 'in', ids)
          .orderBy('created_at')
          .execute()
  const factors =
    ids.length === 0
      ? []
      : await db
          .selectFrom('auth.mfa_factors')
          .selectAll()
          .where('user_id', 'in', ids)
          .orderBy('created_at')
          .execute()
  const users = rows.map((row) => ({
    ...row,
    identities: identities.filter((one) => one.user_id === row.id),
    factors: factors.filter((one) => one.user_id === row.id),
  }))
  return { users, total: Number(total) }
}

async function passwordHashOf({ settings }: AuthContext, account: Account): Promise<string | null> {
  if (account.passwordHash !== undefined) {
    if (!/^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/.test(account.passwordHash)) {
      throw validationFailed('password_hash must be a bcrypt hash')
    }
    // The library knows PHP's name for the same hash by its own name only.
    return account.passwordHash.replace(/^\$2y/, '$2b')
  }
  if (!account.password) return null
  checkPassword(settings, account.password, account.email)
  return hashPassword(settings.auth, account.password)
}

function metadataChange(user: User, { userMetadata, appMetadata }: Account) {
  return {
    ...(userMetadata
      ? { raw_user_meta_data: JSON.stringify(mergeMetadata(user.raw_user_meta_data, userMetadata)) }
      : {}),
    ...(appMetadata
      ? { raw_app_meta_data: JSON.stringify(mergeMetadata(user.raw_app_meta_data, appMetadata)) }
      : {}),
  }
}

async function eraseTraces(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('auth.identities').where('user_id', '=', userId).execute()
  await trx.deleteFrom('auth.mfa_factors').where('user_id', '=', userId).execute()
  await trx.deleteFrom('auth.webauthn_credentials').where('user_id', '=', userId).execute()
}

const secondsPerUnit: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1 }

/** A ban as Go writes durations, `24h` or `1h30m`; `none` lifts it; nothing leaves it as it is. */
function parseBan(text: string): Date | null | undefined {
  if (text === '') return undefined
  if (text === 'none') return null
  if (!/^(\d{1,7}[hms])+$/.test(text)) throw validationFailed('invalid format for ban duration')
  const parts = text.matchAll(/(\d+)([hms])/g)
  const seconds = [...parts].reduce(
    (sum, [, count, unit]) => sum + Number(count) * (secondsPerUnit[unit ?? ''] ?? 0),
    0,
  )
  return new Date(Date.now() + seconds * 1000)
}

function throwTaken(error: unknown): never {
  if (isUniqueViolation(error)) throw error.constraint?.includes('phone') ? phoneExists() : emailExists()
  throw error
}
