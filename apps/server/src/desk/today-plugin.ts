import { doneSchema } from '@app/contracts/desk/person'
import { pulseSchema, todaySchema } from '@app/contracts/desk/today'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { recordDeskAct } from '../audit/record-audit.ts'
import { acceptTrapped } from '../leads/trapped-leads.ts'
import type { Tables } from '../services/tables.ts'
import { takeChanges } from './people/take-changes.ts'
import { readPulse, readToday } from './today-queries.ts'

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
      await takeChanges(db)
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
      await acceptTrapped({ db, supabase }, trappedId, (trx, lead) =>
        recordDeskAct(trx, { action: 'lead_accepted', by, details: { lead } }),
      )
      return { done: true } as const
    },
  )

  app.get('/pulse', { config: { needs: 'desk' }, schema: { response: { 200: pulseSchema } } }, async () => ({
    mark: await readPulse(db),
  }))
}
