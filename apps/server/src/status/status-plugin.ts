import { contactCard } from '@app/content/ru/contact-card'
import type { ClientConfig } from '@app/contracts/client-config'
import { clientConfigSchema } from '@app/contracts/client-config'
import { apiRootSchema, forwardingSchema, healthSchema, readySchema } from '@app/contracts/status'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { AppError, unavailable } from '../http/app-error.ts'
import { describeError } from '../http/describe-error.ts'

export type StatusOptions = {
  clientConfig: ClientConfig
  /** Throws when the database does not answer, when it takes long to, and when nothing can be written to it. */
  checkReady: () => Promise<void>
  /** Returns true when the server is about to close, and others are to be asked instead. */
  isStopping: () => boolean
}

export const statusPlugin: FastifyPluginAsyncZod<StatusOptions> = async (
  app,
  { clientConfig, checkReady, isStopping },
) => {
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })

  app.get('/', { schema: { response: { 200: apiRootSchema } } }, async () => ({
    status: 'API is running' as const,
  }))

  app.get('/health', { schema: { response: { 200: healthSchema } } }, async () => ({ status: 'ok' as const }))

  app.get('/ready', { schema: { response: { 200: readySchema } } }, async (request) => {
    if (isStopping()) throw unavailable()
    try {
      await checkReady()
    } catch (error) {
      if (error instanceof AppError) throw error
      request.log.error({ error: describeError(error) }, 'the database does not answer')
      throw unavailable()
    }
    return { status: 'ready' as const }
  })

  app.get('/forwarding', { schema: { response: { 200: forwardingSchema } } }, async (request) => ({
    forwarded: forwardingStatus(request),
    address: request.ip,
    protocol: request.protocol,
    host: request.host,
  }))

  app.get('/contact.vcf', async (_request, reply) => {
    return reply
      .type('text/vcard; charset=utf-8')
      .header('content-disposition', 'inline; filename="yasny-den.vcf"')
      .send(contactCard(clientConfig.owner, clientConfig.siteUrl))
  })

  app.get('/client-config', { schema: { response: { 200: clientConfigSchema } } }, async () => clientConfig)
}

/** Fastify lists more addresses than the socket's own where it believes the socket's. */
function forwardingStatus({
  headers,
  ips,
  isForwardingRefused,
}: FastifyRequest): 'absent' | 'believed' | 'ignored' {
  if (isForwardingRefused) return 'ignored'
  if (!headers['x-forwarded-for']) return 'absent'
  return ips && ips.length > 1 ? 'believed' : 'ignored'
}
