import type { PaymentGateway } from './payment-gateway.ts'

/** Stands where no shop is known: what was ordered at an earlier one waits until it is known again. */
export const noShop: PaymentGateway = {
  provider: 'none',
  testMode: false,
  paymentUrl: () => {
    throw new Error('an order was to be paid while no shop is known')
  },
  authenticate: () => 'forged',
  askStatus: async () => ({ outcome: 'no_answer', reason: 'no shop is known' }),
  describe: () => ({ provider: 'none', mode: 'live', paymentPage: '', signature: '', receipts: false }),
}
