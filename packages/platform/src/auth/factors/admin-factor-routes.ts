import type { FastifyInstance } from 'fastify'
import type { AuthContext } from '../auth-context.ts'
import { notifyOfChange } from '../delivery/notify-of-change.ts'
import { isUuid, Params } from '../params.ts'
import { type FactorRow, factorBody, type User } from '../users/user-body.ts'
import { badFactorId, factorNotFound } from './factor-errors.ts'
import { unenrollFactor } from './unenroll-factor.ts'

type FactorPath = { Params: { id: string; factorId: string } }

/** Second factors of any user, for administrators: someone lost their phone. */
export function adminFactorRoutes(
  app: FastifyInstance,
  context: AuthContext,
  getUser: (id: string) => Promise<User>,
): void {
  const { db } = context
  app.get<{ Params: { id: string } }>('/users/:id/factors', async (request) =>
    (await getUser(request.params.id)).factors.map(factorBody),
  )

  app.put<FactorPath>('/users/:id/factors/:factorId', async (request) => {
    const factor = factorOf(await getUser(request.params.id), request.params.factorId)
    const friendlyName = new Params(request.body).string('friendly_name')
    if (!friendlyName) return factorBody(factor)
    const renamed = await db
      .updateTable('auth.mfa_factors')
      .set({ friendly_name: friendlyName, updated_at: new Date() })
      .where('id', '=', factor.id)
      .returningAll()
      .executeTakeFirst()
    if (!renamed) throw factorNotFound()
    return factorBody(renamed)
  })

  app.delete<FactorPath>('/users/:id/factors/:factorId', async (request) => {
    const user = await getUser(request.params.id)
    const factor = factorOf(user, request.params.factorId)
    await db.transaction().execute((trx) => unenrollFactor(trx, factor))
    const { log } = request
    if (factor.status === 'verified')
      notifyOfChange(context, user, 'factor_removed', { userAgent: null, log })
    return factorBody(factor)
  })
}

function factorOf(user: User, factorId: string): FactorRow {
  if (!isUuid(factorId)) throw badFactorId()
  const factor = user.factors.find(({ id }) => id === factorId)
  if (!factor) throw factorNotFound()
  return factor
}
