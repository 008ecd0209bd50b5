import { sql, type Updateable } from 'kysely'
import type { JsonObject, UsersTable } from '../database/tables.ts'
import type { Db } from './auth-context.ts'
import { type IdentityRow, newEmailIdentity, type User, type UserRow } from './user-body.ts'

/** Finds the account of an address in its stored form. Accounts that were deleted softly have none. */
export async function findUserByEmail(db: Db, email: string): Promise<User | undefined> {
  const row = await db
    .selectFrom('auth.users')
    .selectAll()
    .where('email', '=', email)
    .where('is_sso_user', '=', false)
    .executeTakeFirst()
  return row && withParts(db, row)
}

export async function findUser(db: Db, id: string): Promise<User | undefined> {
  const row = await db.selectFrom('auth.users').selectAll().where('id', '=', id).executeTakeFirst()
  return row && withParts(db, row)
}

/** Finds who asked to change their address from or to this one. */
export async function findUserByEmailChange(db: Db, email: string): Promise<User | undefined> {
  const row = await db
    .selectFrom('auth.users')
    .selectAll()
    .where('email_change', '!=', '')
    .where((where) => where.or([where('email', '=', email), where('email_change', '=', email)]))
    .orderBy('email_change_sent_at', 'desc')
    .executeTakeFirst()
  return row && withParts(db, row)
}

/** Inserts a user with the identity of their address, if they have one. Throws 23505 when the address is taken. */
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
  const identities = row.email === null ? [] : [newEmailIdentity(row.id, row.email, row.created_at)]
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
    .executeTakeFirstOrThrow()
  return withParts(db, row)
}

/** Puts an address, proven or not, into the identity that stands for it; makes the identity when there is none. */
export async function saveEmailIdentity(
  db: Db,
  userId: string,
  email: string,
  verified: boolean,
): Promise<void> {
  const change = JSON.stringify({ email, email_verified: verified })
  const updated = await db
    .updateTable('auth.identities')
    .set({ identity_data: sql<string>`identity_data || ${change}::jsonb`, updated_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('provider', '=', 'email')
    .executeTakeFirst()
  if (updated.numUpdatedRows > 0n) return
  const identity = newEmailIdentity(userId, email, new Date())
  await insertIdentity(db, {
    ...identity,
    identity_data: { ...identity.identity_data, email_verified: verified },
  })
}

/** New keys replace old ones; a key set to null goes. */
export function mergeMetadata(current: JsonObject | null, change: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries({ ...current, ...change }).filter(([, value]) => value !== null))
}

async function withParts(db: Db, row: UserRow): Promise<User> {
  const identities = await db
    .selectFrom('auth.identities')
    .selectAll()
    .where('user_id', '=', row.id)
    .orderBy('created_at')
    .execute()
  const factors = await db
    .selectFrom('auth.mfa_factors')
    .selectAll()
    .where('user_id', '=', row.id)
    .orderBy('created_at')
    .execute()
  return { ...row, identities, factors }
}
