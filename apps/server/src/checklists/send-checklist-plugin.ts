import { sendChecklistRequestSchema, sendChecklistResponseSchema } from '@app/contracts/messages'
import { createAddressLimit } from '@app/platform/limits/limit-addresses'
import type { OpenLimiter } from '@app/platform/limits/limiter'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { RateLimit } from '../config/limits.ts'
import { rateLimited, whatsappOff } from '../http/app-error.ts'
import { signedInUser } from '../http/signed-in-user.ts'
import { type ChecklistServices, sendChecklist } from './send-checklist.ts'

export type SendChecklistOptions = Omit<ChecklistServices, 'limits'> & {
  supabase: SupabaseClient
  limits: ChecklistServices['limits'] & { checklistsPerIp: RateLimit }
  openLimiter: OpenLimiter
  /** Called when a message waits to be sent. */
  wake: () => void
  canMessage: boolean
}

const bodyLimit = 4 * 1024

/** Lets a visitor have their checklist sent to a phone. Throws `whatsapp_off` when messages are off. */
export const sendChecklistPlugin: FastifyPluginAsyncZod<SendChecklistOptions> = async (app, options) => {
  const { checklistsPerIp } = options.limits

  app.post(
    '/send-checklist',
    {
      bodyLimit,
      onRequest: createAddressLimit(options.openLimiter('checklists', checklistsPerIp), rateLimited),
      schema: { body: sendChecklistRequestSchema, response: { 202: sendChecklistResponseSchema } },
    },
    async (request, reply) => {
      if (!options.canMessage) throw whatsappOff()
      const userId = await signedInUser(options.supabase, request.headers.authorization)
      const { resultToken, ...wanted } = request.body
      await sendChecklist(options, { ...wanted, resultToken, userId, ip: request.ip })
      options.wake()
      return reply.status(202).send({ status: 'queued' })
    },
  )
}
