import type { FastifyInstance } from 'fastify'
import { isUuid } from '../../auth/params.ts'
import { endSignIns } from '../../auth/sessions/sessions.ts'
import { findUser } from '../../auth/users/user-repository.ts'
import type { StudioContext } from '../studio-context.ts'
import { notFound } from '../studio-error.ts'

type UserRoute = { Params: { id: string } }

/** What the admin interface has no route for. */
export function userRoutes(app: FastifyInstance, { db }: StudioContext): void {
  app.delete<UserRoute>('/users/:id/sessions', async ({ params: { id } }, reply) => {
    if (!isUuid(id) || !(await findUser(db, id))) throw notFound('user')
    await endSignIns(db, id, 'all')
    return reply.code(204).send()
  })
}
