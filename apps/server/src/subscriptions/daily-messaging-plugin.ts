import {
  dailyStatusResponseSchema,
  manualSendRequestSchema,
  manualSendResponseSchema,
  resetResponseSchema,
  triggerRequestSchema,
  triggerResponseSchema,
} from '@app/contracts/daily-messaging'
import type { LimitAddresses } from '@app/platform/limits/limit-addresses'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { findAccountId, recordPanelAction } from '../audit/record-audit.ts'
import { whatsappOff } from '../http/app-error.ts'
import { requireStaff, type StaffAccess } from '../http/staff.ts'
import { manualSend } from './manual-send.ts'
import { type DailyServices, queueDueMessages } from './queue-due-messages.ts'
import { resetSubscription } from './reset-subscription.ts'
import { listSubscriptionStatuses } from './subscription-queries.ts'

export type DailyMessagingOptions = DailyServices & {
  staffAccess: StaffAccess
  limitAddresses: LimitAddresses
  /** Called when messages wait to be sent. */
  wake: () => void
  /** True when messages are on. Otherwise the plan can be read, and nothing is sent. */
  canMessage: boolean
}

/**
 * Serves the owner's control of daily messages. Programs show their category, so it needs that
 * permission.
 */
export const dailyMessagingPlugin: FastifyPluginAsyncZod<DailyMessagingOptions> = async (app, options) => {
  const { db, now, hours } = options
  app.decorateRequest('staff')
  // An empty body means the defaults, even with a JSON content type.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parseJson(request, String(body), done),
  )
  app.addHook('onRequest', options.limitAddresses)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    request.staff = await requireStaff(options.staffAccess, request.headers, {
      needs: 'answers',
    })
  })

  app.post(
    '/trigger',
    {
      // Fastify shows the schema a null where nothing came.
      preValidation: async (request) => {
        request.body ??= triggerRequestSchema.parse({})
      },
      schema: { body: triggerRequestSchema, response: { 200: triggerResponseSchema } },
    },
    async ({ staff: by, body: { force, dryRun, test } }) => {
      if (!options.canMessage && !dryRun && !test) throw whatsappOff()
      const report = await queueDueMessages(options, { force, dryRun: dryRun || test })
      if (report.queued > 0) {
        await recordPanelAction(db, { action: 'messages_triggered', by, details: { queued: report.queued } })
        options.wake()
      }
      return report
    },
  )

  app.post(
    '/manual-send',
    { schema: { body: manualSendRequestSchema, response: { 202: manualSendResponseSchema } } },
    async (request, reply) => {
      if (!options.canMessage) throw whatsappOff()
      const { messageId, isNew } = await manualSend(options, request.body)
      if (!isNew) return reply.status(202).send({ status: 'already_queued', messageId })
      await recordPanelAction(db, {
        action: 'message_sent_by_hand',
        by: request.staff,
        details: { message: messageId },
      })
      options.wake()
      return reply.status(202).send({ status: 'queued', messageId })
    },
  )

  app.get(
    '/status/:email',
    {
      schema: {
        params: z.object({ email: z.string().max(254) }),
        response: { 200: dailyStatusResponseSchema },
      },
    },
    async ({ staff: by, params: { email } }) => {
      const subject = await findAccountId(db, email)
      await recordPanelAction(db, { action: 'person_read', by, subject, details: { what: 'programs' } })
      return listSubscriptionStatuses(db, email, { now: now(), hours })
    },
  )

  app.post(
    '/reset/:subscriptionId',
    { schema: { params: z.object({ subscriptionId: z.uuid() }), response: { 200: resetResponseSchema } } },
    async ({ staff: by, params: { subscriptionId } }) => {
      const reset = await resetSubscription(options, subscriptionId)
      await recordPanelAction(db, { action: 'program_reset', by, details: { program: subscriptionId } })
      return reset
    },
  )
}
