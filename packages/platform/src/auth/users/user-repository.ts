import { sql, type Updateable } from 'kysely'
import { runPrepared } from '../../database/hints.ts'
import type { JsonObject, UsersTable } from '../../database/tables.ts'
import type { Db, Trx } from '../../database/trx.ts'
import { type IdentityRow, newEmailIdentity, newPhoneIdentity, type User, type UserRow } from './user-body.ts'
import { toUser, userParts } from './user-parts.ts'

/** Literal, because a partial index needs it. */
const sqlFalse = sql.lit(false)

/** Finds the account of an address in its stored form. Accounts that were deleted softly have none. */
export async function findUserByEmail(db: Db, email: string): Promise<User | undefined> {
  const [row] = await runPrepared(
    db,
    db
      .selectFrom('auth.users')
      .selectAll()
      .select(userParts)
      .where('email', '=', email)
      .where('is_sso_user', '=', sqlFalse),
  )
  return row && toUser(row)
}

/** The id that no account has, for asking the same of the database where there is none. */
export const noUserId = '00000000-0000-0000-0000-000000000000'

/** Asks whose an address is, by the id alone; to be executed, or to stand within another statement. */
export type OwnerQuery = typeof ownerOfEmail

export const ownerOfEmail = (db: Db, email: string) =>
  db.selectFrom('auth.users').select('id').where('email', '=', email).where('is_sso_user', '=', sqlFalse)

/** Returns true when a user is changing their address from or to this one. */
export const ownerOfOwnChange =
  (userId: string): OwnerQuery =>
  (db, email) =>
    db
      .selectFrom('auth.users')
      .select('id')
      .where('id', '=', userId)
      .where('email_change', '!=', '')
      .where((where) => where.or([where('email', '=', email), where('email_change', '=', email)]))

/** Finds the account of an address, without its parts. */
export async function findIdByEmail(db: Db, email: string): Promise<string | undefined> {
  return (await ownerOfEmail(db, email).executeTakeFirst())?.id
}

/** Finds the account of a number, without its parts. */
export async function findIdByPhone(db: Db, phone: string): Promise<string | undefined> {
  const query = db.selectFrom('auth.users').select('id').where('phone', '=', phone)
  return (await query.executeTakeFirst())?.id
}

export async function findPasswordHash(db: Db, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('auth.users')
    .select('encrypted_password')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.encrypted_password ?? null
}

/** Locks a user's row until the transaction ends, and returns the hash of their password. */
export async function lockUser(trx: Trx, id: string): Promise<string | null> {
  const row = await trx
    .selectFrom('auth.users')
    .select('encrypted_password')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.encrypted_password ?? null
}

export async function findUser(db: Db, id: string): Promise<User | undefined> {
  const [row] = await runPrepared(
    db,
    db.selectFrom('auth.users').selectAll().select(userParts).where('id', '=', id),
  )
  return row && toUser(row)
}

/** The same, and takes one back of each count of attempts, since what was tried was right. */
export async function findUserAndDecrementCounts(
  db: Db,
  id: string,
  subjects: readonly string[],
): Promise<User | undefined> {
  const finding = db
    .with('taken_back', (counts) =>
      counts
        .updateTable('auth.attempt_counts')
        .set({ count: sql<number>`greatest(count - 1, 0)` })
        .where('subject', 'in', [...subjects]),
    )
    .selectFrom('auth.users')
    .selectAll()
    .select(userParts)
    .where('id', '=', id)
  const [row] = await runPrepared(db, finding)
  return row && toUser(row)
}

/** Inserts a user with the identities of their address and phone. Throws 23505 when one of these is taken. */
export async function insertUser(db: Db, row: UserRow): Promise<User> {
  const { confirmed_at: _computed, raw_app_meta_data, raw_user_meta_data, ...columns } = row
  const inserted = await db
    .insertInto('auth.users')
    .values({
      ...columns,
      raw_app_meta_data: JSON.stringify(raw_app_meta_data),
      raw_user_meta_data: JSON.stringify(raw_user_meta_data),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const identities = [
    ...(row.email === null ? [] : [newEmailIdentity(row.id, row.email, row.created_at)]),
    ...(row.phone === null ? [] : [newPhoneIdentity(row.id, row.phone, row.created_at)]),
  ]
  for (const identity of identities) await insertIdentity(db, identity)
  return { ...inserted, identities, factors: [] }
}

export async function insertIdentity(db: Db, identity: IdentityRow): Promise<void> {
  const { email: _computed, identity_data, ...columns } = identity
  await db
    .insertInto('auth.identities')
    .values({ ...columns, identity_data: JSON.stringify(identity_data) })
    .execute()
}

/** Updates the columns given and answers with the user as they are then. */
export async function updateUser(db: Db, id: string, columns: Updateable<UsersTable>): Promise<User> {
  const row = await db
    .updateTable('auth.users')
    .set({ ...columns, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .returning(userParts)
    .executeTakeFirstOrThrow()
  return toUser(row)
}

/** Puts an address, proven or not, into the identity that stands for it; makes the identity when there is none. */
export async function saveEmailIdentity(
  db: Db,
  userId: string,
  email: string,
  verified: boolean,
): Promise<void> {
  await saveIdentity(db, newEmailIdentity(userId, email, new Date()), { email, email_verified: verified })
}

/** Saves the phone identity of a user. */
export async function savePhoneIdentity(
  db: Db,
  userId: string,
  phone: string,
  verified: boolean,
): Promise<void> {
  await saveIdentity(db, newPhoneIdentity(userId, phone, new Date()), { phone, phone_verified: verified })
}

async function saveIdentity(db: Db, identity: IdentityRow, facts: JsonObject): Promise<void> {
  const change = JSON.stringify(facts)
  const updated = await db
    .updateTable('auth.identities')
    .set({ identity_data: sql<string>`identity_data || ${change}::jsonb`, updated_at: sql<Date>`now()` })
    .where('user_id', '=', identity.user_id)
    .where('provider', '=', identity.provider)
    .executeTakeFirst()
  if (updated.numUpdatedRows > 0n) return
  await insertIdentity(db, { ...identity, identity_data: { ...identity.identity_data, ...facts } })
}

/** New keys replace old ones; a key set to null goes. */
export function mergeMetadata(current: JsonObject | null, change: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries({ ...current, ...change }).filter(([, value]) => value !== null))
}
