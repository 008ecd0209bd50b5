import { ordersSchema } from '@app/contracts/payments'
import type { LimitAddresses } from '@app/platform/limits/limit-addresses'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Kysely } from 'kysely'
import { unauthorized } from '../../http/app-error.ts'
import { signedInUser } from '../../http/signed-in-user.ts'
import type { Tables } from '../../services/tables.ts'
import { adoptPurchases } from '../own-orders.ts'
import { listOrders } from './order-queries.ts'

export type OrdersOptions = { db: Kysely<Tables>; supabase: SupabaseClient; limitAddresses: LimitAddresses }

/** The signed-in user's own purchases, for the cabinet; also those paid for with their e-mail before they signed in. */
export const ordersPlugin: FastifyPluginAsyncZod<OrdersOptions> = async (app, options) => {
  const { db, supabase } = options
  app.addHook('onRequest', options.limitAddresses)
  app.get('/', { schema: { response: { 200: ordersSchema } } }, async (request, reply) => {
    const userId = await signedInUser(supabase, request.headers.authorization)
    if (!userId) throw unauthorized()
    reply.header('cache-control', 'no-store')
    await adoptPurchases(db, userId)
    return listOrders(db, userId)
  })
}
