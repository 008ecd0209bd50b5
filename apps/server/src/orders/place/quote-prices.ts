import type { Prices } from '@app/contracts/payments'
import { chargeFor } from '@app/domain/orders/deposit'
import type { Kysely } from 'kysely'
import type { Tables } from '../../services/tables.ts'
import { hasUnusedDeposit } from '../deposit/deposit-repository.ts'
import { hasOpenOrderWithDeposit } from '../list/order-queries.ts'
import { findAccount } from './find-buyer.ts'
import type { SalesTerms } from './place-order.ts'

/**
 * Quotes the price of each product to a user; a visitor hears the full price. It is for the page:
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
