import { waitingPageTexts } from '@app/content/ru/waiting-page'
import { isBelow, serverBases } from '@app/contracts/server-bases'
import { escapeHtml } from '@app/domain/escape-html'
import type { FastifyInstance } from 'fastify'
import { clientConfig } from './client-config.ts'
import type { Settings } from './config.ts'
import { unavailable } from './http/app-error.ts'
import { closeConnections } from './http/close-connections.ts'
import { toBody } from './http/error-handler.ts'
import type { LogStream } from './http/logger.ts'
import { openHttp } from './http/open-http.ts'
import { securityHeaders } from './http/security-headers.ts'
import { staffFolders } from './panel/panel-gate.ts'
import { readSite } from './web/site-files.ts'
import { acceptsHtml, cachingOf, sendFile } from './web/web-plugin.ts'

const retrySeconds = 5

/**
 * Opens the server that answers while the real one starts, which an update may make minutes. It
 * sends the files of the site, and answers everything else with 503 and `retry-after`.
 */
export async function startMaintenanceServer(
  settings: Settings,
  siteDir: string | null,
  logStream?: LogStream,
): Promise<FastifyInstance> {
  const { apiPrefix, siteUrl } = settings.http
  const app = openHttp(settings, logStream)
  // Pages are not sent, so the key that they hold is not needed.
  const unknown = clientConfig(settings, { url: siteUrl, publishableKey: '' })
  const files = siteDir && apiPrefix ? await readSite(siteDir, unknown) : null
  await app.register(securityHeaders, {
    inlineScripts: [],
    connectTo: [],
    strictTransport: siteUrl.startsWith('https:'),
  })
  await app.register(closeConnections, { isStopping: () => true })
  app.get(`${apiPrefix}/health`, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    const isServers = isBelow(serverBases, path) || !files
    const isOfStaff = staffFolders.some(([folder]) => path.startsWith(`/${folder}`))
    const asset = isServers || isOfStaff ? undefined : files.get(path.slice(1))
    if (asset && request.method === 'GET' && !path.endsWith('.html')) {
      return sendFile(request, reply.status(200), asset, cachingOf(asset))
    }
    reply.status(503).headers({ 'retry-after': String(retrySeconds), 'cache-control': 'no-store' })
    return !isServers && acceptsHtml(path, request.headers.accept)
      ? reply.type('text/html; charset=utf-8').send(waitingPage)
      : reply.type('application/json; charset=utf-8').send(toBody(unavailable()))
  })
  return app
}

const { title, text } = waitingPageTexts
const waitingPage = `<!doctype html>
<html lang="ru">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="${retrySeconds}">
<title>${escapeHtml(title)}</title>
<style>
  body { margin: 0; min-height: 100svh; display: grid; place-content: center; padding: 1.5rem; box-sizing: border-box;
    font: 1.125rem/1.5 system-ui, sans-serif; color: #1f2937; background: #fff; text-align: center }
  h1 { margin: 0 0 .5rem; font-size: 1.5rem; line-height: 1.25 }
  p { margin: 0; max-width: 28rem }
</style>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
</html>
`
