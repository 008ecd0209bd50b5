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
  /**
   * Limits of new visits for each address and for all, so that forged visits cannot fill the disk.
   */
  begun: { limitAddresses: LimitAddresses; limitAll: Limiter }
}

/** Receives reports of visits, without a response body. */
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
      // The referrer's length is arbitrary; only short parts of it are stored.
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
