import {
  listPeopleRequestSchema,
  listPeopleResponseSchema,
  peopleChoicesSchema,
  saveViewRequestSchema,
} from '@app/contracts/desk/people'
import { hasPermission } from '@app/domain/auth/roles'
import { permissionForFilter } from '@app/domain/desk/people'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { forbidden, notFound } from '../../http/app-error.ts'
import type { Tables } from '../../services/tables.ts'
import { refuseCursor } from '../refuse-cursor.ts'
import { listChoices } from './people-choices.ts'
import { countPeople, listPeople } from './people-query.ts'
import { refreshDesk } from './refresh-desk.ts'
import { deleteView, saveView } from './saved-views.ts'

export type PeopleOptions = { db: Kysely<Tables>; now: () => Date }

const pageSize = 50
/** The count stops here; the page shows «больше 500». */
const maxCounted = 500

/** Serves the people list and its filters. */
export const peoplePlugin: FastifyPluginAsyncZod<PeopleOptions> = async (app, { db, now }) => {
  app.post(
    '/',
    {
      config: { needs: 'people' },
      schema: { body: listPeopleRequestSchema, response: { 200: listPeopleResponseSchema } },
    },
    async ({ staff, body: { after, ...look } }) => {
      if (!hasPermission(staff.role, permissionForFilter(look))) throw forbidden()
      await refreshDesk(db)
      const seesAnswers = hasPermission(staff.role, 'answers')
      const page = await listPeople(db, look, { now: now(), limit: pageSize, after, seesAnswers }).catch(
        refuseCursor,
      )
      const count = after === undefined ? await countPeople(db, look, { now: now(), max: maxCounted }) : null
      return { ...page, count }
    },
  )

  app.get(
    '/choices',
    { config: { needs: 'people' }, schema: { response: { 200: peopleChoicesSchema } } },
    ({ staff }) => listChoices(db, staff),
  )

  app.post(
    '/views',
    {
      config: { needs: 'people' },
      schema: { body: saveViewRequestSchema, response: { 200: peopleChoicesSchema } },
    },
    async ({ staff, body }) => {
      if (!hasPermission(staff.role, permissionForFilter(body.filter))) throw forbidden()
      await saveView(db, staff, body)
      return listChoices(db, staff)
    },
  )

  app.delete(
    '/views/:viewId',
    {
      config: { needs: 'people' },
      schema: { params: z.object({ viewId: z.uuid() }), response: { 200: peopleChoicesSchema } },
    },
    async ({ staff, params: { viewId } }) => {
      if (!(await deleteView(db, staff, viewId))) throw notFound()
      return listChoices(db, staff)
    },
  )
}
