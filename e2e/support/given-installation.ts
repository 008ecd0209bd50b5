import type { AddressInfo } from 'node:net'
import { panelOrigins } from '@app/server/panel/panel-origins'
import Fastify from 'fastify'

type Asked = { method: string; url: string; authorization: string | undefined; cookie: string | undefined }

/**
 * As much of another installation as a panel sees from afar: the rule of whose panels may ask what, in front of routes that
 * answer a stranger.
 */
export async function givenInstallation(panelOrigin: string) {
  const app = Fastify({ forceCloseConnections: true })
  const asked: Asked[] = []
  app.addHook('onRequest', async ({ method, url, headers: { authorization, cookie } }) => {
    asked.push({ method, url, authorization, cookie })
  })
  await app.register(panelOrigins, { base: '/api', origins: [panelOrigin] })
  app.get('/api/', async () => ({ status: 'API is running' }))
  app.get('/api/health', async () => ({ status: 'ok' }))
  app.get('/api/ready', async () => ({ status: 'ready' }))
  app.setNotFoundHandler((_request, reply) =>
    reply.status(401).send({ code: 'unauthorized', message: 'unauthorized' }),
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return { apiUrl: `http://127.0.0.1:${port}/api`, asked, close: () => app.close() }
}
