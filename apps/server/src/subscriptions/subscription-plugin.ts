import { correctPhoneRequestSchema, ownProgramsSchema } from '@app/contracts/subscription'
import type { LimitAddresses } from '@app/platform/limits/limit-addresses'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { unauthorized } from '../http/app-error.ts'
import { signedInUser } from '../http/signed-in-user.ts'
import { adoptPurchases } from '../orders/own-orders.ts'
import { correctPhone } from './correct-phone.ts'
import { listOwnPrograms, type OwnProgramsServices } from './list-own-programs.ts'

export type SubscriptionOptions = OwnProgramsServices & {
  supabase: SupabaseClient
  limitAddresses: LimitAddresses
}

/** Shows a signed-in user their programs, and lets them mend a gift's number. */
export const subscriptionPlugin: FastifyPluginAsyncZod<SubscriptionOptions> = async (app, options) => {
  app.addHook('onRequest', options.limitAddresses)

  const caller = async (authorization: string | undefined) => {
    const userId = await signedInUser(options.supabase, authorization)
    if (!userId) throw unauthorized()
    await adoptPurchases(options.db, userId)
    return userId
  }
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })

  app.get('/', { schema: { response: { 200: ownProgramsSchema } } }, async ({ headers }) =>
    listOwnPrograms(options, await caller(headers.authorization)),
  )

  app.post(
    '/:subscriptionId/phone',
    {
      schema: {
        params: z.object({ subscriptionId: z.uuid() }),
        body: correctPhoneRequestSchema,
        response: { 200: ownProgramsSchema },
      },
    },
    async ({ headers, params: { subscriptionId }, body: { phone } }) => {
      const userId = await caller(headers.authorization)
      await correctPhone(options.db, { userId, subscriptionId, phone }, options.now())
      return listOwnPrograms(options, userId)
    },
  )
}
