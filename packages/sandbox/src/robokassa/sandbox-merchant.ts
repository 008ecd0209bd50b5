import { randomUUID } from 'node:crypto'
import { failUrl, resultForm, successUrl } from './notices.ts'
import type { CallbackAttempt, Notifier } from './notifier.ts'
import type { PaymentErrorCode, PaymentRequest } from './payment-request.ts'
import type { SandboxShop } from './shop.ts'

export type CardPayment = PaymentRequest & {
  /** Identifies an open payment page. */
  key: string
  state: 'open' | 'paid' | 'declined'
  at: string
  callbacks: readonly CallbackAttempt[]
  /** True when no further attempt will follow. */
  isLost: boolean
}

/** The button that was pressed: `twice` notifies the shop twice, `silently` does not notify it. */
export type PaymentSimulation = 'once' | 'twice' | 'silently'

export type SandboxMerchantSettings = {
  shop: SandboxShop
  notifier: Notifier
  limit?: number
  now?: () => Date
}

export type SandboxMerchant = ReturnType<typeof createSandboxMerchant>

/**
 * Opens the stand-in for the payment provider, which moves no money. It keeps the newest `limit`
 * payments in memory.
 */
export function createSandboxMerchant({
  shop,
  notifier,
  limit = 200,
  now = () => new Date(),
}: SandboxMerchantSettings) {
  let payments: readonly CardPayment[] = []

  const byKey = (key: string) => payments.find((payment) => payment.key === key)
  const isPaid = (invId: string) =>
    payments.some((payment) => payment.invId === invId && payment.state === 'paid')
  const change = (key: string, to: (payment: CardPayment) => Partial<CardPayment>) => {
    payments = payments.map((payment) => (payment.key === key ? { ...payment, ...to(payment) } : payment))
  }

  /** Notifies the shop. Resolves after the first attempt. */
  function notify({ key, ...request }: CardPayment): Promise<void> {
    let attempts = 0
    return notifier.tell(shop.resultUrl, resultForm(shop, request), (callback) => {
      attempts += 1
      const isLost = !callback.accepted && attempts === notifier.attempts
      change(key, ({ callbacks }) => ({ callbacks: [...callbacks, callback], isLost }))
    })
  }

  return {
    shop,

    /**
     * Opens the payment page for a request, once for each number. A number that was paid is refused
     * with code 40.
     */
    open(
      request: PaymentRequest,
    ): { outcome: 'opened'; payment: CardPayment } | { outcome: 'error'; code: PaymentErrorCode } {
      if (isPaid(request.invId)) return { outcome: 'error', code: 40 }
      const opened = payments.find(({ invId, state }) => invId === request.invId && state !== 'paid')
      const key = opened?.key ?? randomUUID()
      const payment = {
        ...request,
        key,
        state: 'open',
        at: now().toISOString(),
        callbacks: [],
        isLost: false,
      } as const
      payments = [payment, ...payments.filter((other) => other !== opened)].slice(0, limit)
      return { outcome: 'opened', payment }
    },

    /**
     * Pays and notifies the shop. Returns the address that the payer goes to, or null for an
     * unknown page.
     */
    async pay(key: string, way: PaymentSimulation, email: string): Promise<string | null> {
      const open = byKey(key)
      if (!open) return null
      if (open.state === 'paid') return successUrl(shop, open)

      change(key, () => ({ state: 'paid', email }))
      const paid = { ...open, email }
      if (way !== 'silently') await notify(paid)
      if (way === 'twice') await notify(paid)
      return successUrl(shop, paid)
    },

    /**
     * Declines the payment, which may still be paid later. Returns the address that the payer goes
     * to.
     */
    decline(key: string): string | null {
      const open = byKey(key)
      if (!open) return null
      if (open.state === 'open') change(key, () => ({ state: 'declined' }))
      return failUrl(shop, open)
    },

    /** Finds the payment that the status service reports: the paid one, else the newest. */
    find(invId: string): CardPayment | null {
      const ours = payments.filter((payment) => payment.invId === invId)
      return ours.find(({ state }) => state === 'paid') ?? ours[0] ?? null
    },

    /** Newest first. */
    list: () => payments,

    clear() {
      payments = []
    },

    close: () => notifier.close(),
  }
}
