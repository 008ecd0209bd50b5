import type { Prices } from '@app/contracts/payments'
import { chargeFor } from '@app/domain/orders/deposit'
import type { Kysely } from 'kysely'
import type { Tables } from '../services/tables.ts'
import { hasUnusedDeposit } from './deposit-repository.ts'
import { findAccount } from './find-buyer.ts'
import { hasOpenOrderWithDeposit } from './order-queries.ts'
import type { SalesTerms } from './place-order.ts'

/**
 * Returns what each product costs a user now; a visitor hears the full price. A quote for the page:
 * the order itself is priced when it is placed.
 */
export async function quotePrices(
  db: Kysely<Tables>,
  userId: string | null,
  terms: SalesTerms,
): Promise<Prices> {
  const account = userId ? await findAccount(db, userId) : null
  const hasDeposit =
    account !== null &&
    ((await hasUnusedDeposit(db, { ...account.proof, test: terms.test })) ||
      (await hasOpenOrderWithDeposit(db, { userId: account.id, test: terms.test })))
  return {
    subscription: chargeFor('subscription', false, terms.fixedChargeTiyn),
    consultation: chargeFor('consultation', hasDeposit, terms.fixedChargeTiyn),
  }
}
