import { accountSessionsSchema } from '@app/contracts/account-sessions'
import type { LimitAddresses } from '@app/platform/limits/limit-addresses'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { unauthorized } from '../http/app-error.ts'
import { sessionIdOf } from '../http/session-proof.ts'
import { signedInUser } from '../http/signed-in-user.ts'
import type { Tables } from '../services/tables.ts'
import { endOwnSessions, listOwnSessions } from './own-sessions.ts'

export type SessionsOptions = {
  db: Kysely<Tables>
  supabase: SupabaseClient
  limitOwn: LimitAddresses
  /** Sessions end after this time without use. */
  idleSeconds: number
}

/** The sessions of the signed-in user: where they are signed in, and an end to any of them. */
export const sessionsPlugin: FastifyPluginAsyncZod<SessionsOptions> = async (app, options) => {
  const { db, supabase, limitOwn, idleSeconds } = options
  const schema = { response: { 200: accountSessionsSchema } }

  /** Throws `unauthorized` without a valid session. */
  async function requireSession(authorization: string | undefined) {
    const userId = await signedInUser(supabase, authorization)
    const currentId = sessionIdOf(authorization?.split(' ')[1] ?? '')
    if (!userId || !currentId) throw unauthorized()
    return { userId, currentId, idleSeconds }
  }

  app.addHook('onRequest', limitOwn)
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })

  app.get('/', { schema }, async ({ headers }) => {
    const own = await requireSession(headers.authorization)
    return { sessions: await listOwnSessions(db, own) }
  })

  app.delete('/', { schema }, async ({ headers }) => {
    const own = await requireSession(headers.authorization)
    await endOwnSessions(db, own.userId, { except: own.currentId })
    return { sessions: await listOwnSessions(db, own) }
  })

  app.delete(
    '/:sessionId',
    { schema: { ...schema, params: z.object({ sessionId: z.uuid() }) } },
    async ({ headers, params }) => {
      const own = await requireSession(headers.authorization)
      await endOwnSessions(db, own.userId, { only: params.sessionId })
      return { sessions: await listOwnSessions(db, own) }
    },
  )
}
