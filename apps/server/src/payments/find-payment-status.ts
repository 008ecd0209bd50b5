import type { PaymentStatus } from '@app/contracts/payments'
import { maxInvId } from '@app/domain/payments/inv-id'
import type { Kysely } from 'kysely'
import { isProvenBySecret } from '../orders/intent-repository.ts'
import { findStatus } from '../orders/order-queries.ts'
import type { Tables } from '../services/tables.ts'

/**
 * How an order stands, for whoever proves that it is theirs: the account it belongs to, or the browser whose intent it
 * came from. Everybody else gets the same answer as for a number that was never given.
 */
export async function findPaymentStatus(
  db: Kysely<Tables>,
  invId: number,
  proof: { userId: string | null; intentSecret: string | null },
): Promise<PaymentStatus> {
  const found = invId <= maxInvId ? await findStatus(db, invId) : null
  if (!found) return unknown
  if (proof.userId !== null && proof.userId === found.userId) return found.status
  const isProven =
    proof.intentSecret !== null && (await isProvenBySecret(db, found.orderId, proof.intentSecret))
  return isProven ? found.status : unknown
}

const unknown: PaymentStatus = { state: 'unknown', order: null }
