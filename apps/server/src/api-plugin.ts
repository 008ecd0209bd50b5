import type { FastifyPluginAsync } from 'fastify'
import { crossOrigin } from './http/cross-origin.ts'
import { answerUnknownRoutes } from './http/not-found.ts'
import { requireWellFormedText } from './http/well-formed-text.ts'
import { serializerCompiler, validatorCompiler } from './http/zod-compilers.ts'
import { type ApiRoute, collectRoutes } from './openapi/collect-routes.ts'
import { panelOrigins } from './panel/panel-origins.ts'
import type { ContextModule } from './services/context-module.ts'

export type ApiOptions = {
  modules: readonly ContextModule[]
  /** The other origin whose pages may call; null when this server serves the pages. */
  pagesOrigin: string | null
  /** Origins of other installations whose panels may probe this one. */
  panelOrigins: readonly string[]
  /** Collects every route. */
  routes: ApiRoute[]
}

/** The product's own API, below its prefix: what all routes have in common, and the routes of every context. */
export const apiPlugin: FastifyPluginAsync<ApiOptions & { prefix: string }> = async (app, options) => {
  const { modules, pagesOrigin, routes, prefix: base } = options
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  requireWellFormedText(app)
  answerUnknownRoutes(app)
  collectRoutes(app, routes)
  if (pagesOrigin) await app.register(crossOrigin, { origin: pagesOrigin })
  await app.register(panelOrigins, { base, origins: options.panelOrigins })
  for (const module of modules) {
    if (module.routes) await app.register(module.routes)
  }
}
