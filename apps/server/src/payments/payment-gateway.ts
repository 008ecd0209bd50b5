import type { PaymentHealth } from '@app/contracts/payments'
import type { Order } from '@app/domain/orders/order'
import type { ProviderPaymentStatus } from '@app/domain/payments/reconciliation'
import type { UnverifiedNotice } from '@app/domain/payments/robokassa-notice'

/** The kind of signature; `test` moves no money. */
export type NoticeAuthenticity = 'live' | 'test' | 'forged'

/** The provider's status of an order, with its original codes. */
export type StatusAnswer =
  | {
      outcome: 'known'
      standing: ProviderPaymentStatus
      stateCode: number
      /** The order that the payment page was opened for; null where the answer does not say. */
      orderId: string | null
      /** The time of the last change; null when the answer has none. */
      since: Date | null
      raw: string
    }
  /** The provider does not know the order, because nobody opened the payment page. */
  | { outcome: 'not_found' }
  /** No usable answer. `reason` is for the log. */
  | { outcome: 'no_answer'; reason: string }

/** A hosted page that takes money, as the rest of the server sees it. */
export type PaymentGateway = {
  /** The name in stored events. */
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
