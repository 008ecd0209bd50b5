import {
  dailyStatusResponseSchema,
  manualSendRequestSchema,
  manualSendResponseSchema,
  resetResponseSchema,
  triggerRequestSchema,
  triggerResponseSchema,
} from '@app/contracts/daily-messaging'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type AdministratorAccess, requireAdministrator } from '../http/administrator.ts'
import { whatsappOff } from '../http/app-error.ts'
import { manualSend } from './manual-send.ts'
import { listProgramStatuses } from './program-queries.ts'
import { type DailyServices, queueDueMessages } from './queue-due-messages.ts'
import { resetProgram } from './reset-program.ts'

export type DailyMessagingOptions = DailyServices & {
  supabase: SupabaseClient
  secretKey: AdministratorAccess['secretKey']
  /** Called when messages wait to be sent. */
  wake: () => void
  /** Null when messages are off: then who is due can be asked, and nothing sent. */
  account: object | null
}

/** The owner's hand on daily messaging; for administrators only. */
export const dailyMessagingPlugin: FastifyPluginAsyncZod<DailyMessagingOptions> = async (app, options) => {
  const { db, now, sendAt } = options
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    await requireAdministrator(options, request.headers)
  })

  app.post(
    '/trigger',
    { schema: { body: triggerRequestSchema, response: { 200: triggerResponseSchema } } },
    async ({ body: { force, dryRun, test } }) => {
      if (!options.account && !dryRun && !test) throw whatsappOff()
      const report = await queueDueMessages(options, { force, dryRun: dryRun || test })
      if (report.queued > 0) options.wake()
      return report
    },
  )

  app.post(
    '/manual-send',
    { schema: { body: manualSendRequestSchema, response: { 202: manualSendResponseSchema } } },
    async (request, reply) => {
      if (!options.account) throw whatsappOff()
      const messageId = await manualSend(options, request.body)
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
    ({ params }) => listProgramStatuses(db, params.email, { now: now(), sendAt }),
  )

  app.post(
    '/reset/:subscriptionId',
    { schema: { params: z.object({ subscriptionId: z.uuid() }), response: { 200: resetResponseSchema } } },
    ({ params }) => resetProgram(options, params.subscriptionId),
  )
}
