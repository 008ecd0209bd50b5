import { subscriptionResponseSchema } from '@app/contracts/subscription'
import type { LimitAddresses } from '@app/platform/limits/limit-addresses'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { unauthorized } from '../http/app-error.ts'
import { signedInUser } from '../http/signed-in-user.ts'
import { adoptPurchases } from '../orders/own-orders.ts'
import { getSubscription, type SubscriptionServices } from './get-subscription.ts'

export type SubscriptionOptions = SubscriptionServices & {
  supabase: SupabaseClient
  limitAddresses: LimitAddresses
}

/** Shows a signed-in user their program. */
export const subscriptionPlugin: FastifyPluginAsyncZod<SubscriptionOptions> = async (app, options) => {
  app.addHook('onRequest', options.limitAddresses)

  app.get('/', { schema: { response: { 200: subscriptionResponseSchema } } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const userId = await signedInUser(options.supabase, request.headers.authorization)
    if (!userId) throw unauthorized()
    await adoptPurchases(options.db, userId)
    return { program: await getSubscription(options, userId) }
  })
}
