import type { LimitAddresses } from '@app/platform/limits/limit-addresses'
import type { FastifyPluginAsync } from 'fastify'
import { requireStaff, type StaffAccess } from '../http/staff.ts'
import type { PanelGate } from '../panel/panel-gate.ts'
import type { ApiRoute } from './collect-routes.ts'
import { docsPage } from './docs-page.ts'
import { openApiDocument } from './openapi-document.ts'

export type DocsOptions = {
  routes: readonly ApiRoute[]
  apiUrl: string
  staffAccess: StaffAccess
  gate: PanelGate
  limitAddresses: LimitAddresses
}

/** Serves the API's description: `/docs/json` and `/docs`, for the staff. */
export const docsPlugin: FastifyPluginAsync<DocsOptions> = async (app, options) => {
  const { routes, apiUrl, staffAccess, gate } = options
  app.addHook('onRequest', options.limitAddresses)
  app.addHook('onRequest', async ({ headers }, reply) => {
    reply.header('cache-control', 'no-store')
    if (await gate.admits(headers.cookie, { needs: 'technics', now: new Date() })) return
    await requireStaff(staffAccess, headers, { needs: 'technics' })
  })
  app.get('/docs/json', async () => openApiDocument(routes, apiUrl))
  app.get('/docs', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(docsPage(openApiDocument(routes, apiUrl))),
  )
}
