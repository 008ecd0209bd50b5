import type { FastifyPluginAsync } from 'fastify'
import type { ApiRoute } from './collect-routes.ts'
import { docsPage } from './docs-page.ts'
import { openApiDocument } from './openapi-document.ts'

export type DocsOptions = { routes: readonly ApiRoute[]; apiUrl: string }

/** What the product API takes and answers: for programs at `/docs/json`, for people at `/docs`. */
export const docsPlugin: FastifyPluginAsync<DocsOptions> = async (app, { routes, apiUrl }) => {
  app.get('/docs/json', async () => openApiDocument(routes, apiUrl))
  app.get('/docs', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(docsPage(openApiDocument(routes, apiUrl))),
  )
}
