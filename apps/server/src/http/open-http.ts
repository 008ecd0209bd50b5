import { randomUUID } from 'node:crypto'
import { addBodyTimeout, requestTimeoutMs } from '@app/platform/http/body-timeout'
import { createBoundedServer } from '@app/platform/http/create-bounded-server'
import { compile } from '@fastify/proxy-addr'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Settings } from '../config.ts'
import { answerError } from './error-handler.ts'
import { type LogStream, loggerOptions } from './logger.ts'
import { Outage } from './outage.ts'
import { requireProxySecret } from './proxy-secret.ts'
import { rejectDuplicateHost } from './reject-duplicate-host.ts'
import { RequestLog } from './request-log.ts'

/**
 * A server without a route that logs, counts time and reads addresses as the settings ask for. It does not listen. That the
 * database is away is logged once an `outage`. Neither the head of a request nor its body is waited for longer than `timeoutMs`; an
 * upload is, as long as its bytes come: the film of a slow phone takes minutes.
 */
export function openHttp(
  { http, logLevel }: Pick<Settings, 'http' | 'logLevel'>,
  logStream?: LogStream,
  outage = new Outage(),
  timeoutMs = requestTimeoutMs,
): FastifyInstance {
  const app = Fastify({
    logger: loggerOptions(logLevel, outage, logStream),
    logController: new RequestLog(),
    genReqId: () => randomUUID(),
    trustProxy: http.trustProxy,
    frameworkErrors: answerError,
    // Whoever still asks while the server closes is answered: everything they need is closed after it.
    return503OnClosing: false,
    // An idle connection must not keep the process from stopping; one in use may finish.
    forceCloseConnections: 'idle',
    serverFactory: createBoundedServer({ timeoutMs, isProxy: isProxyOf(http.trustProxy) }),
  })
  rejectDuplicateHost(app)
  if (http.proxySecret !== null) requireProxySecret(app, http.proxySecret)
  addBodyTimeout(app, timeoutMs)
  return app
}

/** Where everybody is believed, only what runs beside the server is taken for the proxy: whoever else connects is one visitor. */
const trustedNetworks = ['loopback', 'linklocal', 'uniquelocal']

/**
 * Returns a test for addresses of proxies, which speak for many visitors, so that their connections
 * are not counted.
 */
export function isProxyOf(trustProxy: boolean | string[]): (address: string) => boolean {
  if (trustProxy === false) return () => false
  const isTrusted = compile(trustProxy === true ? trustedNetworks : trustProxy)
  return (address) => isTrusted(address, 0)
}
