import {
  findOrdersRequestSchema,
  findOrdersResponseSchema,
  refundResponseSchema,
} from '@app/contracts/panel-orders'
import type { LimitAddresses } from '@app/platform/limits/limit-addresses'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { recordOrdersRead } from '../../audit/record-audit.ts'
import { invalidInput, notFound } from '../../http/app-error.ts'
import { requireStaff, type StaffAccess } from '../../http/staff.ts'
import { type RefundServices, refundOrder } from '../refund/refund-order.ts'
import { listPanelOrders, parseOrderQuery } from './panel-orders-queries.ts'

export type PanelOrdersOptions = RefundServices & {
  staffAccess: StaffAccess
  limitAddresses: LimitAddresses
}

/** Serves the order search and refunds for the staff. */
export const panelOrdersPlugin: FastifyPluginAsyncZod<PanelOrdersOptions> = async (app, options) => {
  const { db, staffAccess } = options
  app.addHook('onRequest', options.limitAddresses)
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })

  app.post(
    '/',
    { schema: { body: findOrdersRequestSchema, response: { 200: findOrdersResponseSchema } } },
    async ({ headers, body }) => {
      const by = await requireStaff(staffAccess, headers, { needs: 'money' })
      const query = parseOrderQuery(body.query)
      if (!query) throw invalidInput({ query: 'inv_id_or_email' })
      const orders = await listPanelOrders(db, query)
      await recordOrdersRead(db, { by, orderIds: orders.map(({ orderId }) => orderId) })
      return { orders }
    },
  )

  app.post(
    '/:orderId/refund',
    { schema: { params: z.object({ orderId: z.uuid() }), response: { 200: refundResponseSchema } } },
    async ({ headers, params: { orderId }, log }) => {
      const { userId } = await requireStaff(staffAccess, headers, {
        needs: 'refunds',
        fresh: true,
      })
      await refundOrder(options, orderId, userId)
      const [order] = await listPanelOrders(db, { orderId })
      if (!order) throw notFound()
      log.info({ orderId }, 'an order was marked as refunded')
      return { order }
    },
  )
}
