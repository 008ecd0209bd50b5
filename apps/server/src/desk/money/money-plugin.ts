import {
  consultationActionSchema,
  deskConsultationsSchema,
  maxRegistryBytes,
  moneyOrdersQuerySchema,
  moneyOrdersSchema,
  moneyQuerySchema,
  moneySchema,
  registryRequestSchema,
  registryResponseSchema,
} from '@app/contracts/desk/money'
import { doneSchema } from '@app/contracts/desk/person'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { recordDeskAction } from '../../audit/record-audit.ts'
import type { RefundServices } from '../../orders/refund/refund-order.ts'
import { refundOrderWithoutPerson } from '../people/person-actions.ts'
import { refreshDesk } from '../people/refresh-desk.ts'
import { refuseCursor } from '../refuse-cursor.ts'
import { compareRegistry } from './compare-registry.ts'
import { applyConsultationAction, listConsultations } from './consultations.ts'
import { listMoneyOrders, sumMoney } from './money-query.ts'

export type DeskMoneyOptions = RefundServices

const pageSize = 50

/** Serves payments, refunds, debts, the registry comparison and consultations. */
export const moneyPlugin: FastifyPluginAsyncZod<DeskMoneyOptions> = async (app, services) => {
  const { db } = services

  app.get(
    '/money',
    { config: { needs: 'money' }, schema: { querystring: moneyQuerySchema, response: { 200: moneySchema } } },
    async ({ query }) => {
      await refreshDesk(db)
      return sumMoney(db, query)
    },
  )

  app.get(
    '/money/orders',
    {
      config: { needs: 'money' },
      schema: { querystring: moneyOrdersQuerySchema, response: { 200: moneyOrdersSchema } },
    },
    async ({ query }) => {
      await refreshDesk(db)
      return listMoneyOrders(db, query, { limit: pageSize }).catch(refuseCursor)
    },
  )

  app.post(
    '/money/orders/:orderId/refund',
    {
      config: { needs: 'refunds', fresh: true },
      schema: { params: z.object({ orderId: z.uuid() }), response: { 200: doneSchema } },
    },
    async ({ staff: by, params: { orderId } }) => {
      await refreshDesk(db)
      await refundOrderWithoutPerson(services, { orderId, by })
      return { done: true } as const
    },
  )

  app.post(
    '/money/registry',
    {
      config: { needs: 'money' },
      // A file is a third longer in base64.
      bodyLimit: maxRegistryBytes * 1.5,
      schema: { body: registryRequestSchema, response: { 200: registryResponseSchema } },
    },
    async ({ staff: by, body }) => {
      const comparison = await compareRegistry(db, Buffer.from(body.file, 'base64'))
      const found =
        comparison.outcome === 'compared'
          ? { rows: comparison.rows, differences: comparison.differences.length }
          : { unreadable: true }
      await recordDeskAction(db, { action: 'registry_compared', by, details: found })
      return comparison
    },
  )

  app.get(
    '/consultations',
    { config: { needs: 'people' }, schema: { response: { 200: deskConsultationsSchema } } },
    async () => {
      await refreshDesk(db)
      return { consultations: await listConsultations(db) }
    },
  )

  app.post(
    '/consultations/:orderId',
    {
      config: { needs: 'people' },
      schema: {
        params: z.object({ orderId: z.uuid() }),
        body: consultationActionSchema,
        response: { 200: deskConsultationsSchema },
      },
    },
    async ({ staff: by, params: { orderId }, body: { expected, ...asked } }) => {
      const action = asked.action === 'arrange' ? { ...asked, startsAt: new Date(asked.startsAt) } : asked
      await applyConsultationAction(services, { orderId, by, expected }, action)
      await refreshDesk(db)
      return { consultations: await listConsultations(db) }
    },
  )
}
