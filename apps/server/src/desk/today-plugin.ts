import { doneSchema } from '@app/contracts/desk/person'
import { pulseSchema, todaySchema } from '@app/contracts/desk/today'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { recordDeskAction } from '../audit/record-audit.ts'
import { acceptQuarantinedLead } from '../leads/quarantined-leads.ts'
import type { Tables } from '../services/tables.ts'
import { refreshDesk } from './people/refresh-desk.ts'
import { readChangeToken, readToday } from './today-queries.ts'

export type TodayOptions = {
  db: Kysely<Tables>
  supabase: SupabaseClient
  now: () => Date
  /** A consultation is sold, and the site shows nobody who holds it. */
  isPersonMissing: boolean
}

/** The desk's first view, and what tells an open page that something has happened. */
export const todayPlugin: FastifyPluginAsyncZod<TodayOptions> = async (
  app,
  { db, supabase, now, isPersonMissing },
) => {
  app.get(
    '/today',
    { config: { needs: 'desk' }, schema: { response: { 200: todaySchema } } },
    async ({ staff: { role } }) => {
      await refreshDesk(db)
      return readToday(db, { role, now: now(), isPersonMissing })
    },
  )

  app.post(
    '/trapped/:trappedId/accept',
    {
      config: { needs: 'people' },
      schema: { params: z.object({ trappedId: z.uuid() }), response: { 200: doneSchema } },
    },
    async ({ staff: by, params: { trappedId } }) => {
      await acceptQuarantinedLead({ db, supabase }, trappedId, (trx, lead) =>
        recordDeskAction(trx, { action: 'lead_accepted', by, details: { lead } }),
      )
      return { done: true } as const
    },
  )

  app.get('/pulse', { config: { needs: 'desk' }, schema: { response: { 200: pulseSchema } } }, async () => ({
    mark: await readChangeToken(db),
  }))
}
