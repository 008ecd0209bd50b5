import { journalQuerySchema, journalSchema, journalStaffSchema } from '@app/contracts/desk/journal'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Kysely } from 'kysely'
import type { Tables } from '../../services/tables.ts'
import { refuseCursor } from '../refuse-cursor.ts'
import { readJournal } from './journal-query.ts'
import { listJournalStaff } from './journal-staff.ts'

const pageSize = 50

/** Serves the audit journal to the owner. */
export const journalPlugin: FastifyPluginAsyncZod<{ db: Kysely<Tables> }> = async (app, { db }) => {
  app.get(
    '/journal',
    {
      config: { needs: 'journal' },
      schema: { querystring: journalQuerySchema, response: { 200: journalSchema } },
    },
    ({ query }) => readJournal(db, query, { limit: pageSize }).catch(refuseCursor),
  )
  app.get(
    '/journal/staff',
    { config: { needs: 'journal' }, schema: { response: { 200: journalStaffSchema } } },
    async () => ({ members: await listJournalStaff(db) }),
  )
}
