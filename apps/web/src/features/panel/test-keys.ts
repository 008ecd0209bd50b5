import type { CustomKind } from '@app/domain/panel/custom-test'
import type { ApiTestId, WebhookTestId } from '@app/domain/panel/panel-tests'

/** Builds the keys of the panel's edits and results. */
export function webhookKey(id: WebhookTestId): string {
  return `webhooks/${id}`
}

export function apiKey(id: ApiTestId): string {
  return `apis/${id}`
}

export function customKey(kind: CustomKind): string {
  return `custom/${kind}`
}

export const paymentTestKey = webhookKey('payment')
