import { pulseSchema, todaySchema } from '@app/contracts/desk/today'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Kysely } from 'kysely'
import type { Tables } from '../services/tables.ts'
import { takeChanges } from './people/take-changes.ts'
import { readPulse, readToday } from './today-queries.ts'

/** The desk's first view, and what tells an open page that something has happened. */
export const todayPlugin: FastifyPluginAsyncZod<{ db: Kysely<Tables>; now: () => Date }> = async (
  app,
  { db, now },
) => {
  app.get(
    '/today',
    { config: { needs: 'desk' }, schema: { response: { 200: todaySchema } } },
    async ({ staff: { role } }) => {
      await takeChanges(db)
      return readToday(db, { role, now: now() })
    },
  )

  app.get('/pulse', { config: { needs: 'desk' }, schema: { response: { 200: pulseSchema } } }, async () => ({
    mark: await readPulse(db),
  }))
}
