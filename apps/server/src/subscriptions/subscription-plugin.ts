import {
  changePhoneRequestSchema,
  changePhoneResponseSchema,
  subscriptionResponseSchema,
} from '@app/contracts/subscription'
import { checkPhone } from '@app/domain/quiz/validation'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { invalidInput, unauthorized } from '../http/app-error.ts'
import { signedInUser } from '../http/signed-in-user.ts'
import { adoptPurchases } from '../orders/own-orders.ts'
import { changePhone } from './change-phone.ts'
import { getSubscription, type SubscriptionServices } from './get-subscription.ts'
import type { DailyServices } from './queue-due-messages.ts'

export type SubscriptionOptions = SubscriptionServices & DailyServices & { supabase: SupabaseClient }

/** Shows a signed-in user their program, and lets them say which phone it writes to. */
export const subscriptionPlugin: FastifyPluginAsyncZod<SubscriptionOptions> = async (app, options) => {
  app.get('/', { schema: { response: { 200: subscriptionResponseSchema } } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const userId = await signedInUser(options.supabase, request.headers.authorization)
    if (!userId) throw unauthorized()
    await adoptPurchases(options.db, userId)
    return { program: await getSubscription(options, userId) }
  })

  app.post(
    '/phone',
    { schema: { body: changePhoneRequestSchema, response: { 200: changePhoneResponseSchema } } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const userId = await signedInUser(options.supabase, request.headers.authorization)
      if (!userId) throw unauthorized()
      const { phone } = request.body
      if (checkPhone(phone)) throw invalidInput({ phone: 'phone' })
      await adoptPurchases(options.db, userId)
      return { programs: await changePhone(options, userId, phone) }
    },
  )
}
