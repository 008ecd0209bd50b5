import {
  addContactsRequestSchema,
  addedContactsSchema,
  beginImportRequestSchema,
  begunImportSchema,
  importsSchema,
  knownContactsRequestSchema,
  knownContactsSchema,
  undoneImportSchema,
} from '@app/contracts/desk/imports'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Tables } from '../../services/tables.ts'
import { refreshDesk } from '../people/refresh-desk.ts'
import { addContacts, beginImport, findKnown, listImports, undoImport } from './import-contacts.ts'

export type DeskImportsOptions = { db: Kysely<Tables> }

const params = z.object({ importId: z.uuid() })

/** Brings people in whom the owner knew before the site, and takes them out again. */
export const importsPlugin: FastifyPluginAsyncZod<DeskImportsOptions> = async (app, { db }) => {
  app.get('/', { config: { needs: 'imports' }, schema: { response: { 200: importsSchema } } }, async () => ({
    imports: await listImports(db),
  }))

  app.post(
    '/known',
    {
      config: { needs: 'imports' },
      schema: { body: knownContactsRequestSchema, response: { 200: knownContactsSchema } },
    },
    async ({ body: { contacts } }) => {
      await refreshDesk(db)
      return { known: await findKnown(db, contacts) }
    },
  )

  app.post(
    '/',
    {
      config: { needs: 'imports' },
      schema: { body: beginImportRequestSchema, response: { 200: begunImportSchema } },
    },
    async ({ staff: by, body }) => ({ importId: await beginImport(db, by, body) }),
  )

  app.post(
    '/:importId/contacts',
    {
      config: { needs: 'imports' },
      schema: { params, body: addContactsRequestSchema, response: { 200: addedContactsSchema } },
    },
    ({ params: { importId }, body: { contacts } }) => addContacts(db, importId, contacts),
  )

  app.delete(
    '/:importId',
    { config: { needs: 'imports', fresh: true }, schema: { params, response: { 200: undoneImportSchema } } },
    ({ staff: by, params: { importId } }) => undoImport(db, by, importId),
  )
}
