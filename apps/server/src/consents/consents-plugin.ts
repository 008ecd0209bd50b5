import type { Owner } from '@app/contracts/client-config'
import { changeConsentRequestSchema, consentsResponseSchema } from '@app/contracts/consents'
import { consentStatuses } from '@app/domain/consents/consent'
import type { LimitAddresses } from '@app/platform/limits/limit-addresses'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Kysely } from 'kysely'
import { unauthorized } from '../http/app-error.ts'
import { signedInUser } from '../http/signed-in-user.ts'
import type { Tables } from '../services/tables.ts'
import { changeOwnConsent } from './change-own-consent.ts'
import { listConsents } from './consent-repository.ts'
import { knownConsents } from './known-consents.ts'

export type ConsentsOptions = {
  db: Kysely<Tables>
  supabase: SupabaseClient
  limitAddresses: LimitAddresses
  /** The owner, whose name is in the consent texts. */
  owner: Owner
  now: () => Date
}

/** Shows a signed-in user what they agreed to, and lets them take it back or give it again. */
export const consentsPlugin: FastifyPluginAsyncZod<ConsentsOptions> = async (app, options) => {
  const { db, supabase, owner, now } = options
  const consents = knownConsents(owner)
  const caller = async (authorization: string | undefined) => {
    const userId = await signedInUser(supabase, authorization)
    if (!userId) throw unauthorized()
    return userId
  }
  const standings = async (userId: string) => ({
    consents: consentStatuses(await listConsents(db, userId)).map(({ at, ...standing }) => ({
      ...standing,
      at: at?.toISOString() ?? null,
    })),
  })
  app.addHook('onRequest', options.limitAddresses)
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })

  app.get('/', { schema: { response: { 200: consentsResponseSchema } } }, async ({ headers }) =>
    standings(await caller(headers.authorization)),
  )

  app.post(
    '/',
    { schema: { body: changeConsentRequestSchema, response: { 200: consentsResponseSchema } } },
    async ({ headers, body, ip }) => {
      const userId = await caller(headers.authorization)
      await changeOwnConsent({ db, consents, now }, userId, { ...body, ip })
      return standings(userId)
    },
  )
}
