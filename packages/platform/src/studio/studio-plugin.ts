import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { catalogRoutes } from './catalog/catalog-routes.ts'
import { guardHost, guardPage } from './gate/guard.ts'
import { pageRoutes } from './pages/page-routes.ts'
import { relayRoutes } from './relay/relay-routes.ts'
import { requireSession, sessionRoutes } from './sessions/session-routes.ts'
import type { StudioContext } from './studio-context.ts'
import { userRoutes } from './users/user-routes.ts'

/**
 * Studio for developers, to be mounted at /studio. The page and its scripts are anybody's; whatever they show is asked of `/api` by
 * whoever has shown the service key.
 */
export const studioPlugin: FastifyPluginAsync<StudioContext> = async (app, context) => {
  guardHost(app, context.address)
  await pageRoutes(app, context)
  await app.register(apiRoutes, { ...context, prefix: '/api' })
}

const apiRoutes: FastifyPluginAsync<StudioContext> = async (app, context) => {
  guardPage(app, context.address)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_: FastifyRequest, body: string) => body)
  sessionRoutes(app, context)
  await app.register(async (signedIn: FastifyInstance) => {
    signedIn.addHook('onRequest', async (request) => requireSession(context, request))
    catalogRoutes(signedIn, context)
    userRoutes(signedIn, context)
    signedIn.get('/logs', async () => context.log.list())
    relayRoutes(signedIn, context)
  })
}
