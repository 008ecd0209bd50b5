import { randomBytes, randomUUID } from 'node:crypto'
import type { CheckoutRequest, CheckoutResponse, PaymentStatus, Prices } from '@app/contracts/payments'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { openPaymentPage } from './provider.ts'

/** A pressed pay button, with all that a program needs to reach its buyer. */
export function buildIntent(wishes: Partial<CheckoutRequest> = {}): CheckoutRequest {
  const id = randomUUID()
  return {
    productType: 'subscription',
    intentId: `pi_${id}`,
    intentSecret: randomBytes(24).toString('base64url'),
    email: `buyer.${id}@example.kz`,
    phone: '+77010000003',
    subcategory: 'B1',
    ...wishes,
  }
}

/** Presses pay buttons and plays the payment provider against an app, by inject. */
export function shopAt(app: FastifyInstance) {
  const bearer = (token?: string) => (token ? { authorization: `Bearer ${token}` } : {})
  /** Presses a pay button, and opens the payment page that it leads to. */
  async function checkout(intent: object, token?: string): Promise<LightMyRequestResponse> {
    const url = '/api/payment/checkout'
    const response = await app.inject({ method: 'POST', url, payload: intent, headers: bearer(token) })
    const { url: page } = response.json<Partial<CheckoutResponse>>()
    if (page) openPaymentPage(page)
    return response
  }

  return {
    checkout,
    async placeOrder(intent: CheckoutRequest, token?: string): Promise<CheckoutResponse> {
      const response = await checkout(intent, token)
      if (response.statusCode !== 200) throw new Error(`checkout: ${response.statusCode} ${response.body}`)
      return response.json()
    },
    /** The provider's call; by POST unless told otherwise. */
    notify: (form: string, method: 'GET' | 'POST' = 'POST'): Promise<LightMyRequestResponse> =>
      app.inject(
        method === 'GET'
          ? { method, url: `/api/payment/webhook/robokassa?${form}` }
          : {
              method,
              url: '/api/payment/webhook/robokassa',
              payload: form,
              headers: { 'content-type': 'application/x-www-form-urlencoded' },
            },
      ),
    async status(invId: number, proof: { secret?: string; token?: string } = {}): Promise<PaymentStatus> {
      const response = await app.inject({
        url: `/api/payment/status?invId=${invId}`,
        headers: { ...bearer(proof.token), ...(proof.secret && { 'x-intent-secret': proof.secret }) },
      })
      return response.json()
    },
    async prices(proof: { token?: string } = {}): Promise<Prices> {
      const response = await app.inject({
        url: '/api/payment/prices',
        headers: bearer(proof.token),
      })
      return response.json()
    },
  }
}

export type Shop = ReturnType<typeof shopAt>
