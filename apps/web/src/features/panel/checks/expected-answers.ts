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
import { pathBelow, type RequestDraft, toTestRequest } from '../requests/test-request.ts'

/** Keyed by the path below the API; `{…}` matches one segment. */
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

/** Calls whose 404 may mean a missing object. */
const callsWithMissingSubject = Object.keys(fixed)
  .filter((call) => call.includes('{'))
  .concat('POST /daily-messaging/manual-send')

/** A call to the API. `path` is null for other servers. */
export type Call = Pick<RequestDraft, 'method' | 'payload'> & { path: string | null }

/** The call that a draft makes, however its address was typed. */
export function callOf(draft: RequestDraft, apiUrl: string): Call {
  const { method, payload } = draft
  return { method, payload, path: pathBelow(toTestRequest(apiUrl, draft).url, apiUrl) }
}

/** Returns the schema of a call's good answer; null for a call that the contract does not know. */
export function expectedAnswer(call: Call): z.ZodType | null {
  const { method, path, payload } = call
  if (method === 'POST' && path === paymentWebhook) return z.literal(`OK${invIdOf(payload)}`)
  if (method === 'POST' && dailyMessagingProbes.some((probe) => probe === path)) {
    // A dry run needs no confirmation.
    return isDryRun(payload)
      ? triggerResponseSchema.extend({ dryRun: z.literal(true), queued: z.literal(0) })
      : triggerResponseSchema
  }
  const known = Object.keys(fixed).find((each) => isSame(each, call))
  return known === undefined ? null : (fixed[known] ?? null)
}

/** Returns true when the API has the call, and its 404 is about what was asked for. */
export function mayAnswerNotFound(call: Call): boolean {
  return callsWithMissingSubject.some((each) => isSame(each, call))
}

/** The way an endpoint for the staff or for buyers answers whoever shows nothing. */
export const closedAnswer = errorBodySchema.extend({ code: z.literal('unauthorized') })

function isSame(known: string, { method, path }: Call): boolean {
  const pattern = known.replace(/\{\w+\}/g, '[^/]+')
  return new RegExp(`^${pattern}$`).test(`${method} ${path}`)
}

function invIdOf(payload: JsonValue | undefined): string {
  return isFields(payload) ? String(payload.InvId) : ''
}

function isDryRun(payload: JsonValue | undefined): boolean {
  return isFields(payload) && (payload.test === true || payload.dryRun === true)
}
