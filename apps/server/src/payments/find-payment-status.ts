import type { PaymentStatus } from '@app/contracts/payments'
import { maxInvId } from '@app/domain/payments/inv-id'
import type { Kysely } from 'kysely'
import { isProvenBySecret } from '../orders/intent-repository.ts'
import { findStatus } from '../orders/order-queries.ts'
import type { Tables } from '../services/tables.ts'
import { findProgramReader } from '../subscriptions/find-program-for.ts'

/**
 * Returns how an order stands, for whoever proves that it is theirs: the browser whose intent it
 * came from, or the account it belongs to. Everybody else gets the same answer as for a number that
 * was never given. The account is asked for only where the secret proves nothing: whoever comes
 * back from paying learns of it although their session has ended meanwhile.
 */
export async function findPaymentStatus(
  db: Kysely<Tables>,
  invId: number,
  proof: { findUserId: () => Promise<string | null>; intentSecret: string | null; now: Date },
): Promise<PaymentStatus> {
  const found = invId <= maxInvId ? await findStatus(db, invId) : null
  const isProven =
    found && proof.intentSecret !== null && (await isProvenBySecret(db, found.orderId, proof.intentSecret))
  if (isProven) return tell(db, found, proof.now)
  const userId = await proof.findUserId()
  return found && userId !== null && userId === found.userId ? tell(db, found, proof.now) : unknown
}

async function tell(
  db: Kysely<Tables>,
  { orderId, state, order }: NonNullable<Awaited<ReturnType<typeof findStatus>>>,
  now: Date,
): Promise<PaymentStatus> {
  const reader = await findProgramReader(db, orderId, now)
  return { state, order: { ...order, programFor: reader?.programFor ?? null } }
}

const unknown: PaymentStatus = { state: 'unknown', order: null }
