import type { FastifyInstance } from 'fastify'
import { AuthError, validationFailed } from '../../auth/auth-errors.ts'
import { isUuid } from '../../auth/params.ts'
import { requireUser } from '../../auth/sessions/caller.ts'
import type { ProvidersContext, ProvidersSettings } from './provider-settings.ts'
import { unlinkIdentity } from './unlink-identity.ts'

/** The ways to sign in that belong to the signed-in user. */
export function identityRoutes(app: FastifyInstance, context: ProvidersContext): void {
  app.delete<{ Params: { identityId: string } }>('/user/identities/:identityId', async (request) => {
    const { user } = await requireUser(context, request)
    requireManualLinking(context.providers)
    const { identityId } = request.params
    if (!isUuid(identityId)) throw validationFailed('identity_id must be an UUID', 404)
    await unlinkIdentity(context.db, user, identityId)
    return {}
  })
}

export function requireManualLinking({ manualLinking }: ProvidersSettings): void {
  if (!manualLinking) {
    throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled')
  }
}
