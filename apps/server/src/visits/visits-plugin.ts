import { tellVisitSchema } from '@app/contracts/visits'
import type { LimitAddresses } from '@app/platform/limits/limit-addresses'
import type { Limiter } from '@app/platform/limits/limiter'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { requireTurn } from '../http/require-turn.ts'
import type { Tables } from '../services/tables.ts'
import { isKnownVisit, recordVisit } from './record-visit.ts'
import { createVisitToken, readVisitToken } from './visit-token.ts'

export type VisitsOptions = {
  db: Kysely<Tables>
  now: () => Date
  /** Signs the tokens of visits. */
  secretKey: string
  /** The host of our own pages. */
  ownHost: string
  limitAddresses: LimitAddresses
  limitTokens: LimitAddresses
  /** Of visits that begin: each network's share, and all together. What strangers make up must not fill the disk. */
  begun: { limitAddresses: LimitAddresses; limitAll: Limiter }
}

/** Where pages tell how far a visit got. Answers nothing: nobody waits for it. */
export const visitsPlugin: FastifyPluginAsyncZod<VisitsOptions> = async (app, options) => {
  const { db, now, secretKey, ownHost, limitAddresses, limitTokens, begun } = options
  // A beacon is text, so that the browser need not ask first whether it may be sent.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (request, body, done) =>
    parseJson(request, String(body), done),
  )

  app.get(
    '/token',
    { onRequest: limitTokens, schema: { response: { 200: z.string() } } },
    async (_request, reply) =>
      reply.header('cache-control', 'no-store').type('text/plain').send(createVisitToken(secretKey, now())),
  )

  app.post(
    '/',
    {
      // An address is as long as whoever linked here made it; of its marks only short ones are kept.
      bodyLimit: 16_384,
      onRequest: limitAddresses,
      schema: { body: tellVisitSchema, response: { 204: z.null() } },
    },
    async (request, reply) => {
      const { body: visit, headers } = request
      if (!(await isKnownVisit(db, visit.id))) {
        // First what one network may: whoever is refused there takes nothing from all.
        await begun.limitAddresses(request, reply)
        requireTurn(await begun.limitAll.take('all'), reply)
      }
      const token = readVisitToken(visit.token, secretKey, now())
      await recordVisit(db, { visit, token, acceptLanguage: headers['accept-language'], ownHost, now: now() })
      return reply.code(204).send(null)
    },
  )
}
