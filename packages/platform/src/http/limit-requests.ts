import type { FastifyInstance } from 'fastify'
import type { KeyRing } from '../keys/keys.ts'
import { readCredential } from '../keys/tokens.ts'
import type { RateLimit } from '../settings.ts'
import { presentedBy } from './identify.ts'
import { RateLimiter } from './rate-limiter.ts'

type Limits = {
  keys: KeyRing
  /** Null counts nothing. */
  limit: RateLimit | null
  refuse: () => Error
}

/**
 * Refuses an address that calls the routes of `app` too often, before anything of a request is read. Whoever bears the
 * secret key is a server, often on this very machine, and is not counted.
 */
export function limitRequests(app: FastifyInstance, { keys, limit, refuse }: Limits): void {
  if (limit === null) return
  const limiter = new RateLimiter(limit)
  app.addHook('onRequest', async (request, reply) => {
    const presented = presentedBy(request)
    const credential = presented === null ? null : await readCredential(keys, presented)
    if (credential?.outcome === 'accepted' && credential.role === 'service_role') return
    if (limiter.take(request.ip, Date.now())) return
    reply.header('retry-after', Math.ceil(limit.seconds / limit.max))
    throw refuse()
  })
}
