import { parseNotice } from '@app/domain/payments/robokassa-notice'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { describeError } from '../../http/describe-error.ts'
import { type ReceiveServices, receiveNotice } from './receive-notice.ts'

export type WebhookOptions = ReceiveServices & {
  /** Called between commit and answer; a test's place to pull the plug. */
  beforeAnswer?: (() => Promise<void>) | undefined
}

/** Real calls have about 600 bytes. */
const bodyLimit = 16 * 1024

/**
 * Serves Robokassa's ResultURL (https://docs.robokassa.ru/ru/notifications-and-redirects). `OK` and
 * the number are sent only after the commit, and end the repetitions.
 */
export const webhookPlugin: FastifyPluginAsync<WebhookOptions> = async (app, services) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit },
    (_request, body, done) => done(null, body),
  )
  app.setErrorHandler((error, request, reply) => {
    const status = statusOf(error)
    if (status < 500) return answer(reply, 400, 'bad request')
    request.log.error({ error: describeError(error) }, 'a payment notice could not be handled')
    return answer(reply, 503, 'try again later')
  })

  app.route({
    method: ['GET', 'POST'],
    url: '/robokassa',
    // A HEAD would settle an order without its sender seeing the answer.
    exposeHeadRoute: false,
    async handler(request, reply) {
      const raw = request.method === 'GET' ? queryOf(request) : bodyOf(request)
      const call = {
        provider: 'robokassa',
        operation: 'result' as const,
        method: request.method,
        headers: headersToStore(request),
        body: raw,
      }
      const receipt = await receiveNotice(services, call, parseNotice)
      if (receipt.outcome === 'rejected') {
        const { reason, invId } = receipt
        request.log.warn({ reason, ...(invId !== null && { invId }) }, 'a payment notice was refused')
        return answer(reply, 400, 'bad request')
      }
      const { settlement, invIdText } = receipt
      const late = settlement.outcome === 'settled' && settlement.late
      request.log.info(
        { orderId: settlement.order.id, outcome: settlement.outcome, late },
        'a payment notice was accepted',
      )
      await services.beforeAnswer?.()
      return answer(reply, 200, `OK${invIdText}`)
    },
  })
}

function answer(reply: FastifyReply, status: number, text: string) {
  return reply.status(status).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(text)
}

function queryOf(request: FastifyRequest): string {
  const url = request.raw.url ?? ''
  const at = url.indexOf('?')
  return at < 0 ? '' : url.slice(at + 1)
}

/** The body as received; of one that is no UTF-8, all bytes beyond ASCII are percent-encoded. */
function bodyOf({ body }: FastifyRequest): string {
  if (!Buffer.isBuffer(body)) return ''
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    return body.toString('latin1').replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`)
  }
}

/** Keeps the sender's address and headers, to recognize forged calls later. */
function headersToStore({ ip, headers }: FastifyRequest): Record<string, string> {
  return {
    ip,
    'content-type': headers['content-type']?.slice(0, 200) ?? '',
    'user-agent': headers['user-agent']?.slice(0, 200) ?? '',
  }
}

function statusOf(error: unknown): number {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : 500
  return typeof status === 'number' && status >= 400 ? status : 500
}
