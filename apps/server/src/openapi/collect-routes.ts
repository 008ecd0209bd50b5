import type { StaffPermission } from '@app/domain/auth/roles'
import type { FastifyInstance, FastifySchema } from 'fastify'

/** A route of the product API as it was added: `path` begins after the API's prefix. */
export type ApiRoute = {
  method: string
  path: string
  schema: FastifySchema
  needs?: StaffPermission | undefined
}

/** Fastify adds these to every route. */
const implicitMethods = new Set(['HEAD', 'OPTIONS'])

/** Adds every route that this plugin gets from now on to `routes`. */
export function collectRoutes(app: FastifyInstance, routes: ApiRoute[]): void {
  app.addHook('onRoute', ({ method, url, schema, config }) => {
    const path = url.slice(app.prefix.length).replace(/\/+$/, '') || '/'
    for (const each of [method].flat()) {
      const isKnown = routes.some((route) => route.method === each && route.path === path)
      if (!implicitMethods.has(each) && !isKnown)
        routes.push({ method: each, path, schema: schema ?? {}, needs: config?.needs })
    }
  })
}
