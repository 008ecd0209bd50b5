import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** X-Forwarded-* came along and was taken away, because the secret of the proxy did not. */
    isForwardingRefused: boolean
  }
}

const forwarded = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']

/**
 * Takes X-Forwarded-* away from a request whose X-Proxy-Secret is not `secret`, so that another
 * program on the proxy's machine cannot speak as the proxy.
 */
export function requireProxySecret(app: FastifyInstance, secret: string): void {
  const wanted = digest(secret)
  app.decorateRequest('isForwardingRefused', false)
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw
    const given = headers['x-proxy-secret']
    delete headers['x-proxy-secret']
    if (typeof given !== 'string' || !timingSafeEqual(digest(given), wanted)) {
      request.isForwardingRefused = headers['x-forwarded-for'] !== undefined
      for (const name of forwarded) delete headers[name]
    }
    done()
  })
}

const digest = (text: string) => createHash('sha256').update(text).digest()
