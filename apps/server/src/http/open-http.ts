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
 * Creates a server without routes, with logging, timeouts and proxy settings. It does not listen.
 * An outage of the database is logged once. Heads and bodies time out after `timeoutMs`, except
 * uploads that make progress.
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
    // Requests during the shutdown are still answered, because the services close later.
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

/** When all proxies are trusted, only private networks count as proxies. */
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
