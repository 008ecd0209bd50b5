import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseCodeChallenge } from '../../auth/flow-state.ts'
import { createLimitHook, originOf, redirectOf } from '../../auth/requests.ts'
import { requireUser } from '../../auth/sessions/caller.ts'
import { type AuthorizeRequest, beginAuthorization } from './authorize.ts'
import { finishAuthorization } from './callback.ts'
import { requireManualLinking } from './identity-routes.ts'
import type { ProvidersContext } from './provider-settings.ts'

/** Signing in at another site, and adding such an identity to the signed-in user. */
export function providerRoutes(app: FastifyInstance, context: ProvidersContext): void {
  const tokenLimit = createLimitHook(context, 'token', 'providers')

  app.get('/authorize', { onRequest: tokenLimit }, async (request, reply) =>
    reply.redirect(await beginAuthorization(context, authorizeRequest(context, request, null)), 302),
  )

  app.get('/user/identities/authorize', { onRequest: tokenLimit }, async (request, reply) => {
    const { user } = await requireUser(context, request)
    requireManualLinking(context.providers)
    const url = await beginAuthorization(context, authorizeRequest(context, request, user.id))
    return queryOf(request).get('skip_http_redirect') === 'true' ? { url } : reply.redirect(url, 302)
  })

  app.get('/callback', { onRequest: tokenLimit }, async (request, reply) =>
    reply.redirect(await finishAuthorization(context, queryOf(request), originOf(request)), 302),
  )
}

function authorizeRequest(
  context: ProvidersContext,
  request: FastifyRequest,
  linkTo: string | null,
): AuthorizeRequest {
  const query = queryOf(request)
  return {
    provider: query.get('provider') ?? '',
    scopes: query.get('scopes') ?? '',
    redirectTo: redirectOf(context, request),
    challenge: parseCodeChallenge(
      query.get('code_challenge') ?? '',
      query.get('code_challenge_method') ?? '',
    ),
    linkTo,
  }
}

function queryOf(request: FastifyRequest): URLSearchParams {
  return new URL(request.url, 'http://platform').searchParams
}
