import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AuthError } from '../../auth/auth-errors.ts'
import { withError } from '../../auth/email/verify-link.ts'
import { Params } from '../../auth/params.ts'
import { allowedRedirect } from '../../auth/redirect.ts'
import { challengeOf, createLimitHook, originOf } from '../../auth/requests.ts'
import { samlDisabled } from './admin-sso-routes.ts'
import { beginSso } from './begin-sso.ts'
import { finishSso } from './finish-sso.ts'
import type { SamlContext } from './saml-settings.ts'
import { ownMetadata } from './service-provider.ts'

/** Signing in through a company's own SAML provider. */
export function ssoRoutes(app: FastifyInstance, context: SamlContext): void {
  const { settings, saml } = context
  const tokenLimit = createLimitHook(context, 'token', 'sso')
  app.addHook('onRequest', async () => {
    if (!saml.enabled) throw samlDisabled()
  })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 512 * 1024 },
    async (_: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
  )

  app.post('/sso', { onRequest: tokenLimit }, async (request, reply) => {
    const params = new Params(request.body)
    const url = await beginSso(context, {
      providerId: params.string('provider_id'),
      domain: params.string('domain'),
      redirectTo: allowedRedirect(settings, params.string('redirect_to')),
      challenge: challengeOf(params),
    })
    return params.boolean('skip_http_redirect', false) ? { url } : reply.redirect(url, 303)
  })

  app.get('/sso/saml/metadata', async (_request, reply) =>
    reply.type('application/xml').header('cache-control', 'public, max-age=600').send(ownMetadata(context)),
  )

  app.post('/sso/saml/acs', { onRequest: tokenLimit }, async (request, reply) => {
    const params = new Params(request.body)
    const answer = { response: params.string('SAMLResponse'), relayState: params.string('RelayState') }
    const target = await finishSso(context, answer, originOf(request)).catch((error) => {
      if (!(error instanceof AuthError)) throw error
      return withError(settings.siteUrl, error, true)
    })
    return reply.redirect(target, 303)
  })
}
