import type { JsonFields, JsonValue } from './json.ts'
import type { TestDefinition } from './test-schema.ts'

/** A predefined test; `content` has its texts. A webhook has a payload, an API test a body. */
type Predefined = Pick<TestDefinition, 'method' | 'endpoint' | 'payload' | 'body'>

export const paymentWebhook = '/payment/webhook/robokassa'

/** The payment provider's payload (specification, section 7). The panel signs it. */
export const paymentPayload = {
  OutSum: '5000.00',
  InvId: '1',
  Fee: '0.00',
  EMail: 'panel@example.com',
  SignatureValue: '',
  PaymentMethod: 'BankCard',
  IncCurLabel: 'BankCard',
} as const satisfies JsonValue

export const webhookTests = {
  payment: { method: 'POST', endpoint: paymentWebhook, payload: paymentPayload },
  whatsappMessage: {
    method: 'POST',
    endpoint: '/whatsapp/webhook',
    payload: whatsappCall({
      contacts: [{ profile: { name: 'Панель' }, wa_id: '77000000000' }],
      messages: [
        {
          from: '77000000000',
          id: 'wamid.panel-message',
          timestamp: '1767225600',
          type: 'text',
          text: { body: 'Проверка' },
        },
      ],
    }),
  },
  whatsappStatus: {
    method: 'POST',
    endpoint: '/whatsapp/webhook',
    payload: whatsappCall({
      statuses: [
        {
          id: 'wamid.panel-status',
          status: 'delivered',
          timestamp: '1767225600',
          recipient_id: '77000000000',
        },
      ],
    }),
  },
} as const satisfies Record<string, Predefined & { payload: JsonValue }>

/** The body's fields fill the `{names}` of the endpoint; on GET the rest becomes the query. */
export const apiTests = {
  root: { method: 'GET', endpoint: '/' },
  health: { method: 'GET', endpoint: '/health' },
  ready: { method: 'GET', endpoint: '/ready' },
  paymentHealth: { method: 'GET', endpoint: '/payment/health' },
  paymentStatus: { method: 'GET', endpoint: '/payment/status', body: { invId: '1' } },
  checklist: {
    method: 'POST',
    endpoint: '/whatsapp/send-checklist',
    body: { phoneNumber: '+77000000000', category: 'A', subcategory: 'A1' },
  },
  dailyTrigger: {
    method: 'POST',
    endpoint: '/daily-messaging/trigger',
    body: { force: false, dryRun: true },
  },
  dailyManual: {
    method: 'POST',
    endpoint: '/daily-messaging/manual-send',
    body: { phone: '+77000000000', category: 'A', day: 1, updateProgress: false },
  },
  dailyStatus: {
    method: 'GET',
    endpoint: '/daily-messaging/status/{email}',
    body: { email: 'panel@example.com' },
  },
  dailyReset: {
    method: 'POST',
    endpoint: '/daily-messaging/reset/{subscriptionId}',
    body: { subscriptionId: '00000000-0000-4000-8000-000000000000' },
  },
} as const satisfies Record<string, Predefined & { body?: JsonValue }>

export type WebhookTestId = keyof typeof webhookTests
export type ApiTestId = keyof typeof apiTests

export const webhookTestIds = Object.keys(webhookTests) as WebhookTestId[]
export const apiTestIds = Object.keys(apiTests) as ApiTestId[]

/** The endpoints of 'Test All Endpoints', in order. A healthy product answers all of them. */
export const probedEndpoints = [
  '/',
  '/health',
  '/ready',
  '/payment/health',
  '/payment/prices',
  '/orders',
  '/daily-messaging/trigger',
  '/whatsapp/daily-messaging/trigger',
] as const

/** The possible paths of the daily messaging, in order. */
export const dailyMessagingProbes = ['/daily-messaging/trigger', '/whatsapp/daily-messaging/trigger'] as const

/** The probed endpoints that answer 401 without a token. */
export const closedEndpoints = ['/orders', ...dailyMessagingProbes] as const

/** Asks the daily messaging what it would do, without doing it. */
export const triggerPayload = { test: true } as const

/** POST for endpoints that contain 'trigger', GET otherwise (specification, section 7). */
export function probeMethod(endpoint: string): 'GET' | 'POST' {
  return endpoint.includes('trigger') ? 'POST' : 'GET'
}

/**
 * Returns true when another installation may be asked this: what is probed there, and nothing that
 * leaves a trace.
 */
export function isProbed(method: string, endpoint: string): boolean {
  return probedEndpoints.some((probed) => probed === endpoint && probeMethod(probed) === method)
}

export function isClosed(endpoint: string): boolean {
  return closedEndpoints.some((closed) => closed === endpoint)
}

function whatsappCall(value: JsonFields) {
  return {
    object: 'whatsapp_business_account',
    entry: [
      {
        id: '100000000000000',
        changes: [
          {
            field: 'messages',
            value: {
              messaging_product: 'whatsapp',
              metadata: { display_phone_number: '77000000000', phone_number_id: '100000000000000' },
              ...value,
            },
          },
        ],
      },
    ],
  } satisfies JsonValue
}
