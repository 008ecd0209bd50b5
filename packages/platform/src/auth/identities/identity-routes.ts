import type { FastifyInstance } from 'fastify'
import type { AuthContext } from '../auth-context.ts'
import { AuthError, validationFailed } from '../auth-errors.ts'
import { isUuid } from '../params.ts'
import { requireUser } from '../sessions/caller.ts'
import { unlinkIdentity } from './unlink-identity.ts'

/** The ways to sign in that belong to the signed-in user. */
export function identityRoutes(app: FastifyInstance, context: AuthContext): void {
  app.delete<{ Params: { identityId: string } }>('/user/identities/:identityId', async (request) => {
    const { user } = await requireUser(context, request)
    requireManualLinking(context)
    const { identityId } = request.params
    if (!isUuid(identityId)) throw validationFailed('identity_id must be an UUID', 404)
    await unlinkIdentity(context.db, user, identityId)
    return {}
  })
}

export function requireManualLinking({ settings }: AuthContext): void {
  if (!settings.auth.manualLinkingEnabled) {
    throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled')
  }
}
