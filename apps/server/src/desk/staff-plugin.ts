import { appointRequestSchema, staffSchema } from '@app/contracts/desk/staff'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { appointStaff, dismissStaff, type StaffServices } from './change-staff.ts'
import { listStaff } from './staff-queries.ts'

/** Serves the staff list and its changes. */
export const staffPlugin: FastifyPluginAsyncZod<StaffServices> = async (app, services) => {
  const { db } = services
  const answer = { 200: staffSchema }

  app.get('/', { config: { needs: 'staff' }, schema: { response: answer } }, async () => ({
    members: await listStaff(db),
  }))

  app.post(
    '/',
    {
      config: { needs: 'staff', fresh: true },
      schema: { body: appointRequestSchema, response: answer },
    },
    async ({ staff: by, body }) => {
      await appointStaff(services, { ...body, by })
      return { members: await listStaff(db) }
    },
  )

  app.delete(
    '/:userId',
    {
      config: { needs: 'staff', fresh: true },
      schema: { params: z.object({ userId: z.uuid() }), response: answer },
    },
    async ({ staff: by, params: { userId } }) => {
      await dismissStaff(services, { userId, by })
      return { members: await listStaff(db) }
    },
  )
}
