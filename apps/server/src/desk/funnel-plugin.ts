import { funnelQuerySchema, funnelSchema } from '@app/contracts/desk/funnel'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Kysely } from 'kysely'
import type { Tables } from '../services/tables.ts'
import { readFunnel } from './funnel-queries.ts'

/** Serves the funnel's figures. */
export const funnelPlugin: FastifyPluginAsyncZod<{ db: Kysely<Tables>; now: () => Date }> = async (
  app,
  { db, now },
) => {
  app.get(
    '/funnel',
    {
      config: { needs: 'figures' },
      schema: { querystring: funnelQuerySchema, response: { 200: funnelSchema } },
    },
    ({ query }) => readFunnel(db, query, now()),
  )
}
