import type { PaymentGateway } from './payment-gateway.ts'

/**
 * Stands where no shop is known. What was ordered at an earlier one is asked about as always, and expires after its week without
 * an answer; money that comes once the shop is known again settles it all the same.
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
