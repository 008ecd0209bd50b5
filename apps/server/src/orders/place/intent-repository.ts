import { createHash, timingSafeEqual } from 'node:crypto'
import type { Order } from '@app/domain/orders/order'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../services/tables.ts'

/** The proof that a browser placed an order. */
export type IntentProof = { intentId: string; intentSecret: string }

/** Takes an advisory lock for each name until the transaction ends. */
export async function takeAdvisoryLocks(trx: Transaction<Tables>, names: readonly string[]): Promise<void> {
  // Sorted, so that concurrent requests cannot deadlock.
  for (const name of [...names].sort()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx)
  }
}

/** The order an intent was already turned into; `isProven` says whether the secret is that intent's. */
export async function findIntent(
  db: Kysely<Tables>,
  { intentId, intentSecret }: IntentProof,
): Promise<{ orderId: string; isProven: boolean } | null> {
  const row = await db
    .selectFrom('order_intents')
    .select(['order_id', 'secret_sha256'])
    .where('intent_id', '=', intentId)
    .executeTakeFirst()
  return row ? { orderId: row.order_id, isProven: isSecretOf(intentSecret, row.secret_sha256) } : null
}

/** The orders that these intents were turned into, of those whose secret is right. */
export async function listProvenOrders(
  db: Kysely<Tables>,
  intents: readonly IntentProof[],
): Promise<string[]> {
  if (intents.length === 0) return []
  const rows = await db
    .selectFrom('order_intents')
    .select(['intent_id', 'order_id', 'secret_sha256'])
    .where(
      'intent_id',
      'in',
      intents.map(({ intentId }) => intentId),
    )
    .execute()
  const secrets = new Map(intents.map(({ intentId, intentSecret }) => [intentId, intentSecret]))
  return rows
    .filter((row) => isSecretOf(secrets.get(row.intent_id) ?? '', row.secret_sha256))
    .map((row) => row.order_id)
}

export async function recordIntent(
  trx: Transaction<Tables>,
  { intentId, intentSecret }: IntentProof,
  order: Order,
): Promise<void> {
  await trx
    .insertInto('order_intents')
    .values({ intent_id: intentId, order_id: order.id, secret_sha256: hashSecret(intentSecret) })
    .execute()
}

/** Returns true when the secret belongs to an intent that this order came from. */
export async function isProvenBySecret(
  db: Kysely<Tables>,
  orderId: string,
  intentSecret: string,
): Promise<boolean> {
  const rows = await db
    .selectFrom('order_intents')
    .select('secret_sha256')
    .where('order_id', '=', orderId)
    .execute()
  return rows.some((row) => isSecretOf(intentSecret, row.secret_sha256))
}

/** The secret is long and random, so a plain hash suffices. */
function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

function isSecretOf(secret: string, hash: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(secret)), Buffer.from(hash))
}
