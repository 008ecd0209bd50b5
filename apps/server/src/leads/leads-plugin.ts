import type { Owner } from '@app/contracts/client-config'
import { saveLeadRequestSchema, saveLeadResponseSchema, sharedResultSchema } from '@app/contracts/leads'
import { createDistinctLimit } from '@app/platform/limits/distinct-limit'
import { createAddressLimit } from '@app/platform/limits/limit-addresses'
import type { OpenLimiter } from '@app/platform/limits/limiter'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { LimitSettings } from '../config/limits.ts'
import { acceptConsents, knownConsents } from '../consents/known-consents.ts'
import { notFound, rateLimited } from '../http/app-error.ts'
import { padResponseTime } from '../http/pad-response-time.ts'
import { requireTurn } from '../http/require-turn.ts'
import { signedInUser } from '../http/signed-in-user.ts'
import type { Tables } from '../services/tables.ts'
import { findSharedResult } from './lead-queries.ts'
import { quarantineLead } from './quarantined-leads.ts'
import { saveLead } from './save-lead.ts'

export type LeadsOptions = {
  db: Kysely<Tables>
  supabase: SupabaseClient
  /** The owner, whose name is in the consent texts. */
  owner: Owner
  limits: Pick<LimitSettings, 'leadsPerIp' | 'leadsPerEmail' | 'results'>
  openLimiter: OpenLimiter
  /** The response time is padded to a multiple of this, so that it does not reveal accounts. */
  answerStepMs: number
}

/** Well above the longest real request, which is about 3 kB. */
const leadBodyLimit = 64 * 1024

export const leadsPlugin: FastifyPluginAsyncZod<LeadsOptions> = async (app, options) => {
  const { db, supabase, limits, openLimiter } = options
  const known = knownConsents(options.owner)
  const perPerson = createDistinctLimit(openLimiter, 'leads/email', limits.leadsPerEmail)

  app.post(
    '/',
    {
      bodyLimit: leadBodyLimit,
      onRequest: createAddressLimit(openLimiter('leads', limits.leadsPerIp), rateLimited),
      schema: {
        body: saveLeadRequestSchema,
        response: { 200: saveLeadResponseSchema, 201: saveLeadResponseSchema },
      },
    },
    async (request, reply) => {
      const startedAt = performance.now()
      const userId = await signedInUser(supabase, request.headers.authorization)
      const { website, consent, ...attempt } = request.body

      // A user's limit counts by account, because anybody could exhaust an e-mail's.
      requireTurn(await perPerson.take(userId ?? attempt.contact.email, attempt.attemptId), reply)

      const finished = { ...attempt, consents: acceptConsents(known, consent), ip: request.ip }
      const receipt = website
        ? await quarantineLead(db, finished, userId)
        : await saveLead({ db, supabase }, finished, userId)
      if (!userId) await padResponseTime(startedAt, options.answerStepMs)
      return reply
        .status(receipt.isNew ? 201 : 200)
        .header('cache-control', 'no-store')
        .send(receipt)
    },
  )

  app.get(
    '/result/:resultToken',
    {
      onRequest: createAddressLimit(openLimiter('results', limits.results), rateLimited),
      schema: { params: z.object({ resultToken: z.string() }), response: { 200: sharedResultSchema } },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const { resultToken } = request.params
      const shared = /^[\w-]{32}$/.test(resultToken) ? await findSharedResult(db, resultToken) : null
      if (!shared) throw notFound()
      return shared
    },
  )
}
