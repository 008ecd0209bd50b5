import {
  dailyStatusResponseSchema,
  manualSendResponseSchema,
  resetResponseSchema,
  triggerResponseSchema,
} from '@app/contracts/daily-messaging'
import { errorBodySchema } from '@app/contracts/errors'
import { sendChecklistResponseSchema } from '@app/contracts/messages'
import { ordersSchema, paymentHealthSchema, paymentStatusSchema, pricesSchema } from '@app/contracts/payments'
import { apiRootSchema, healthSchema, readySchema } from '@app/contracts/status'
import { isFields, type JsonValue } from '@app/domain/panel/json'
import { dailyMessagingProbes, paymentWebhook } from '@app/domain/panel/panel-tests'
import { z } from 'zod'
import type { RequestDraft } from '../requests/test-request.ts'

const fixed: Readonly<Record<string, z.ZodType>> = {
  'GET /': apiRootSchema,
  'GET /health': healthSchema,
  'GET /ready': readySchema,
  'GET /payment/health': paymentHealthSchema,
  'GET /payment/status': paymentStatusSchema,
  'GET /payment/prices': pricesSchema,
  'GET /orders': ordersSchema,
  'POST /whatsapp/send-checklist': sendChecklistResponseSchema,
  'POST /whatsapp/webhook': z.literal('ok'),
  'POST /daily-messaging/manual-send': manualSendResponseSchema,
  'GET /daily-messaging/status/{email}': dailyStatusResponseSchema,
  'POST /daily-messaging/reset/{subscriptionId}': resetResponseSchema,
}

/** What the contract promises of a call when all is well; null for an endpoint it does not know. */
export function expectedAnswer({ method, endpoint, payload }: RequestDraft): z.ZodType | null {
  const path = endpoint.trim()
  if (method === 'POST' && path === paymentWebhook) return z.literal(`OK${invIdOf(payload)}`)
  if (method === 'POST' && dailyMessagingProbes.some((probe) => probe === path)) {
    // Whoever asks for a dry run is not told of a real one.
    return isDryRun(payload)
      ? triggerResponseSchema.extend({ dryRun: z.literal(true), queued: z.literal(0) })
      : triggerResponseSchema
  }
  return fixed[`${method} ${path}`] ?? null
}

/** How an endpoint for administrators or buyers answers whoever shows nothing. */
export const closedAnswer = errorBodySchema.extend({ code: z.literal('unauthorized') })

function invIdOf(payload: JsonValue | undefined): string {
  return isFields(payload) ? String(payload.InvId) : ''
}

function isDryRun(payload: JsonValue | undefined): boolean {
  return isFields(payload) && (payload.test === true || payload.dryRun === true)
}
