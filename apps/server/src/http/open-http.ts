import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Settings } from '../config.ts'
import { answerError } from './error-handler.ts'
import { type LogStream, loggerOptions } from './logger.ts'
import { Outage } from './outage.ts'
import { RequestLog } from './request-log.ts'

/** How long a request may take to arrive. */
const requestTimeout = 30_000

/**
 * A server without a route that logs, counts time and reads addresses as the settings ask for. It does not listen. That the
 * database is away is logged once an `outage`.
 */
export function openHttp(
  { http, logLevel }: Pick<Settings, 'http' | 'logLevel'>,
  logStream?: LogStream,
  outage = new Outage(),
): FastifyInstance {
  return Fastify({
    logger: loggerOptions(logLevel, outage, logStream),
    logController: new RequestLog(),
    genReqId: () => randomUUID(),
    trustProxy: http.trustProxy,
    frameworkErrors: answerError,
    // Whoever still asks while the server closes is answered: everything they need is closed after it.
    return503OnClosing: false,
    // An idle connection must not keep the process from stopping; one in use may finish.
    forceCloseConnections: 'idle',
    requestTimeout,
    // Node has to know the limit from the start, or it waits a minute for a body, and looks only every half a minute.
    http: { requestTimeout, connectionsCheckingInterval: 5000 },
  })
}
