import type { FastifyPluginAsync } from 'fastify'
import { type SendChecklistOptions, sendChecklistPlugin } from './checklists/send-checklist-plugin.ts'
import { type ConsentsOptions, consentsPlugin } from './consents/consents-plugin.ts'
import { type DailyMessagingOptions, dailyMessagingPlugin } from './daily-messaging/daily-messaging-plugin.ts'
import { type ProgramOptions, programPlugin } from './daily-messaging/program-plugin.ts'
import { crossOrigin } from './http/cross-origin.ts'
import { answerUnknownRoutes } from './http/not-found.ts'
import { requireWellFormedText } from './http/well-formed-text.ts'
import { serializerCompiler, validatorCompiler } from './http/zod-compilers.ts'
import { type LeadsOptions, leadsPlugin } from './leads/leads-plugin.ts'
import { type WhatsappWebhookOptions, whatsappWebhookPlugin } from './messages/whatsapp-webhook-plugin.ts'
import { type MetricsOptions, metricsPlugin } from './metrics/metrics-plugin.ts'
import { collectRoutes } from './openapi/collect-routes.ts'
import { docsPlugin } from './openapi/docs-plugin.ts'
import { type OrderDeskOptions, orderDeskPlugin } from './orders/order-desk-plugin.ts'
import { type OrdersOptions, ordersPlugin } from './orders/orders-plugin.ts'
import { panelOrigins } from './panel/panel-origins.ts'
import { type PanelOptions, panelPlugin } from './panel/panel-plugin.ts'
import { type PaymentsOptions, paymentsPlugin } from './payments/payments-plugin.ts'
import { type WebhookOptions, webhookPlugin } from './payments/webhook-plugin.ts'
import { type StatusOptions, statusPlugin } from './status/status-plugin.ts'

export type ApiOptions = LeadsOptions &
  OrdersOptions &
  PanelOptions &
  OrderDeskOptions &
  PaymentsOptions &
  WebhookOptions &
  SendChecklistOptions &
  WhatsappWebhookOptions &
  DailyMessagingOptions &
  ProgramOptions &
  ConsentsOptions &
  StatusOptions &
  MetricsOptions

/** The product's own API, below its prefix. */
export const apiPlugin: FastifyPluginAsync<ApiOptions & { prefix: string }> = async (
  app,
  { prefix: base, ...options },
) => {
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  requireWellFormedText(app)
  answerUnknownRoutes(app)
  const routes = collectRoutes(app)
  const { apiUrl, siteUrl } = options.clientConfig
  if (URL.canParse(apiUrl)) await app.register(crossOrigin, { origin: new URL(siteUrl).origin })

  await app.register(panelOrigins, { base, origins: options.panel.origins })

  await app.register(statusPlugin, options)
  await app.register(leadsPlugin, { ...options, prefix: '/leads' })
  await app.register(ordersPlugin, { ...options, prefix: '/orders' })
  await app.register(paymentsPlugin, { ...options, prefix: '/payment' })
  await app.register(webhookPlugin, { ...options, prefix: '/payment/webhook' })
  await app.register(sendChecklistPlugin, { ...options, prefix: '/whatsapp' })
  await app.register(whatsappWebhookPlugin, { ...options, prefix: '/whatsapp/webhook' })
  await app.register(programPlugin, { ...options, prefix: '/program' })
  await app.register(consentsPlugin, { ...options, prefix: '/consents' })
  for (const prefix of ['/daily-messaging', '/whatsapp/daily-messaging']) {
    await app.register(dailyMessagingPlugin, { ...options, prefix })
  }
  await app.register(metricsPlugin, options)
  await app.register(docsPlugin, {
    routes,
    apiUrl,
    administrators: options.administrators,
    gate: options.panel.gate,
  })
  await app.register(panelPlugin, { ...options, prefix: '/panel' })
  await app.register(orderDeskPlugin, { ...options, prefix: '/panel/orders' })
}
