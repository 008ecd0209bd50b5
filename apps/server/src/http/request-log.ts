import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { describeError } from './describe-error.ts'

/**
 * Logs one line for each request: method, route pattern, status and time. The URL, the body and the
 * IP address are personal.
 */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(_error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply) {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unmatched',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    )
  }

  override defaultErrorLog(error: Error, request: FastifyRequest): void {
    request.log.error({ error: describeError(error) }, 'request failed')
  }

  override streamError(error: Error, request: FastifyRequest): void {
    request.log.warn({ error: describeError(error) }, 'response cut short')
  }

  override routeNotFound(): void {}

  override writeHeadError(error: Error, request: FastifyRequest): void {
    request.log.error({ error: describeError(error) }, 'headers could not be written')
  }

  override serializerError(error: Error, request: FastifyRequest): void {
    request.log.error({ error: describeError(error) }, 'answer could not be written')
  }
}
