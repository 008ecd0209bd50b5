import type { PaymentHealth } from '@app/contracts/payments'
import type { Order } from '@app/domain/orders/order'
import type { ProviderPaymentStatus } from '@app/domain/payments/reconciliation'
import type { UnverifiedNotice } from '@app/domain/payments/robokassa-notice'

/** Whose signature a notice carries; `test` moves no money. */
export type NoticeAuthenticity = 'live' | 'test' | 'forged'

/** What the provider answers about an order, with its words as they came. */
export type StatusAnswer =
  | {
      outcome: 'known'
      standing: ProviderPaymentStatus
      stateCode: number
      /** The order that the payment page was opened for; null where the answer does not say. */
      orderId: string | null
      /** Since when it stands so; null where the answer does not say. */
      since: Date | null
      raw: string
    }
  /** The provider has never heard of it: nobody opened the payment page. */
  | { outcome: 'not_found' }
  /** No answer, or one that says nothing. `reason` is for the log. */
  | { outcome: 'no_answer'; reason: string }

/** A hosted page that takes money, as the rest of the server sees it. */
export type PaymentGateway = {
  /** Named in stored events. */
  provider: string
  /** New orders are placed in the provider's test mode. */
  testMode: boolean
  /** The signed address of the page where this order is paid. */
  paymentUrl: (order: Order, description: string) => string
  authenticate: (notice: UnverifiedNotice) => NoticeAuthenticity
  /** Asks about a live order; never throws. */
  askStatus: (invId: number) => Promise<StatusAnswer>
  describe: () => Omit<PaymentHealth, 'status' | 'fixedChargeTiyn'>
}
