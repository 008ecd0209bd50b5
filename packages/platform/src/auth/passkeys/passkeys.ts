import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { CredentialsTable } from '../../database/tables.ts'
import type { Db, Trx } from '../../database/trx.ts'
import { isUniqueViolation } from '../../http/postgres-error.ts'
import { credentialExists, tooManyPasskeys } from './passkey-errors.ts'
import type { KnownKey, NewKey } from './webauthn.ts'

/** A passkey of a user. */
export type Passkey = {
  id: string
  userId: string
  friendlyName: string
  createdAt: Date
  lastUsedAt: Date | null
  key: KnownKey
}

export async function listPasskeys(db: Db, userId: string): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('auth.webauthn_credentials')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  return rows.map(toPasskey)
}

/** Returns true when a user has a passkey. */
export async function hasPasskey(db: Db, userId: string): Promise<boolean> {
  return (await listPasskeys(db, userId)).length > 0
}

export async function findPasskeyOfKey(db: Db, keyId: string): Promise<Passkey | undefined> {
  const row = await db
    .selectFrom('auth.webauthn_credentials')
    .selectAll()
    .where('credential_id', '=', Buffer.from(keyId, 'base64url'))
    .executeTakeFirst()
  return row && toPasskey(row)
}

/**
 * Inserts a passkey. Throws `too_many_passkeys`, or `webauthn_credential_exists` for a used key.
 */
export async function insertPasskey(trx: Trx, userId: string, key: NewKey, max: number): Promise<Passkey> {
  // Counting and inserting are one step, for concurrent requests.
  await trx.selectFrom('auth.users').select('id').where('id', '=', userId).forUpdate().execute()
  if ((await listPasskeys(trx, userId)).length >= max) throw tooManyPasskeys()
  const row = await trx
    .insertInto('auth.webauthn_credentials')
    .values({
      id: crypto.randomUUID(),
      user_id: userId,
      credential_id: Buffer.from(key.id, 'base64url'),
      public_key: Buffer.from(key.publicKey, 'base64url'),
      aaguid: key.aaguid,
      sign_count: key.counter,
      transports: JSON.stringify(key.transports),
      backup_eligible: key.isBackupEligible,
      backed_up: key.isBackedUp,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch((error) => {
      throw isUniqueViolation(error) ? credentialExists() : error
    })
  return toPasskey(row)
}

/** Notes that a key has signed; answers whether it counts on, so that of two signatures at once a copy's is refused. */
export async function saveSignatureCount(trx: Trx, id: string, counter: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('auth.webauthn_credentials')
    .set({ sign_count: counter, last_used_at: sql<Date>`now()`, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where((where) =>
      where.or([where('sign_count', '<', counter), where(sql<number>`${counter}::bigint`, '=', 0)]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function renamePasskey(
  db: Db,
  { userId, id, friendlyName }: { userId: string; id: string; friendlyName: string },
): Promise<Passkey | undefined> {
  const row = await db
    .updateTable('auth.webauthn_credentials')
    .set({ friendly_name: friendlyName, updated_at: new Date() })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()
  return row && toPasskey(row)
}

export async function deletePasskey(
  db: Db,
  { userId, id }: { userId: string; id: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('auth.webauthn_credentials')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Serializes a passkey. */
export function passkeyBody({ id, friendlyName, createdAt, lastUsedAt }: Passkey): Record<string, unknown> {
  return {
    id,
    ...(friendlyName ? { friendly_name: friendlyName } : {}),
    created_at: createdAt,
    ...(lastUsedAt ? { last_used_at: lastUsedAt } : {}),
  }
}

function toPasskey(row: Selectable<CredentialsTable>): Passkey {
  return {
    id: row.id,
    userId: row.user_id,
    friendlyName: row.friendly_name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    key: {
      id: Buffer.from(row.credential_id).toString('base64url'),
      publicKey: Buffer.from(row.public_key).toString('base64url'),
      counter: Number(row.sign_count),
      transports: row.transports,
    },
  }
}
