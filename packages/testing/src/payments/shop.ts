import { randomBytes, randomUUID } from 'node:crypto'
import type { CheckoutRequest, CheckoutResponse, PaymentStatus, Prices } from '@app/contracts/payments'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'

/** What a browser remembers of a pressed pay button. */
export function buildIntent(wishes: Partial<CheckoutRequest> = {}): CheckoutRequest {
  return {
    productType: 'subscription',
    intentId: `pi_${randomUUID()}`,
    intentSecret: randomBytes(24).toString('base64url'),
    ...wishes,
  }
}

/** Presses pay buttons and plays the payment provider against an app, by inject. */
export function shopAt(app: FastifyInstance) {
  const bearer = (token?: string) => (token ? { authorization: `Bearer ${token}` } : {})
  const checkout = (intent: object, token?: string) =>
    app.inject({ method: 'POST', url: '/api/payment/checkout', payload: intent, headers: bearer(token) })

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
    async prices(proof: { resultToken?: string; token?: string } = {}): Promise<Prices> {
      const response = await app.inject({
        url: '/api/payment/prices',
        headers: {
          ...bearer(proof.token),
          ...(proof.resultToken && { 'x-result-token': proof.resultToken }),
        },
      })
      return response.json()
    },
  }
}

export type Shop = ReturnType<typeof shopAt>
