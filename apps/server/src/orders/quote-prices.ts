import type { Prices } from '@app/contracts/payments'
import { chargeFor } from '@app/domain/orders/deposit'
import type { Kysely } from 'kysely'
import type { Tables } from '../services/tables.ts'
import { findUnusedDeposit } from './deposit-repository.ts'
import { type Asker, findBuyer } from './find-buyer.ts'
import { hasOpenOrderWithDeposit } from './order-queries.ts'
import type { SalesTerms } from './place-order.ts'

/** What each product costs the asker now. A quote for the page: the order itself is priced when it is placed. */
export async function quotePrices(db: Kysely<Tables>, asker: Asker, terms: SalesTerms): Promise<Prices> {
  const { proof } = await findBuyer(db, asker)
  const hasDeposit =
    (await findUnusedDeposit(db, { ...proof, test: terms.test })) !== null ||
    (await hasOpenOrderWithDeposit(db, proof))
  return {
    subscription: chargeFor('subscription', false, terms.fixedChargeTiyn),
    consultation: chargeFor('consultation', hasDeposit, terms.fixedChargeTiyn),
  }
}
