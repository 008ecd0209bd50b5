import type { PaymentGateway } from './payment-gateway.ts'

/**
 * The gateway without a shop. Open orders get no answer and expire after a week; a later shop still
 * settles late payments.
 */
export const disabledPaymentGateway: PaymentGateway = {
  provider: 'none',
  testMode: false,
  paymentUrl: () => {
    throw new Error('an order was to be paid while no shop is known')
  },
  authenticate: () => 'forged',
  askStatus: async () => ({ outcome: 'no_answer', reason: 'no shop is known' }),
  describe: () => ({ provider: 'none', mode: 'live', paymentPage: '', signature: '', receipts: false }),
}
