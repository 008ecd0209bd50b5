import { saveContactRequestSchema, saveContactResponseSchema } from '@app/contracts/contact'
import { contactSchema } from '@app/domain/quiz/answers-schema'
import { createAddressLimit } from '@app/platform/limits/limit-addresses'
import type { OpenLimiter } from '@app/platform/limits/limiter'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { LimitSettings } from '../config/limits.ts'
import { invalidInput, rateLimited, unauthorized } from '../http/app-error.ts'
import { requireTurn } from '../http/require-turn.ts'
import { signedInUser } from '../http/signed-in-user.ts'
import type { DailyServices } from '../subscriptions/queue-due-messages.ts'
import { type ContactChanges, saveContact } from './save-contact.ts'
import { saveFirstPhone } from './save-first-phone.ts'

export type ContactOptions = DailyServices & {
  supabase: SupabaseClient
  limits: Pick<LimitSettings, 'contactPerIp' | 'contactPerAccount'>
  openLimiter: OpenLimiter
}

const changesSchema = contactSchema.pick({ name: true, phone: true }).partial()

/** Serves the signed-in user's name and phone. */
export const contactPlugin: FastifyPluginAsyncZod<ContactOptions> = async (app, options) => {
  const { limits, openLimiter } = options
  const perAccount = openLimiter('contact/account', limits.contactPerAccount)

  app.post(
    '/',
    {
      onRequest: createAddressLimit(openLimiter('contact', limits.contactPerIp), rateLimited),
      schema: { body: saveContactRequestSchema, response: { 200: saveContactResponseSchema } },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const userId = await signedInUser(options.supabase, request.headers.authorization)
      if (!userId) throw unauthorized()
      requireTurn(await perAccount.take(userId), reply)
      const { keepPrograms = false, ifMissing = false } = request.body
      const changes = parseContactChanges(request.body)
      if (ifMissing) {
        if (changes.phone !== undefined) await saveFirstPhone(options.db, userId, changes.phone)
        return { programs: 0 }
      }
      return { programs: await saveContact(options, userId, changes, { keepPrograms }) }
    },
  )
}

function parseContactChanges(body: unknown): ContactChanges {
  const { data, error } = changesSchema.safeParse(body)
  if (error) {
    throw invalidInput(Object.fromEntries(error.issues.map(({ path, message }) => [path.join('.'), message])))
  }
  if (data.name === undefined && data.phone === undefined) throw invalidInput()
  return {
    ...(data.name !== undefined && { name: data.name }),
    ...(data.phone !== undefined && { phone: data.phone }),
  }
}
