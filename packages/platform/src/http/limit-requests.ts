import type { FastifyInstance } from 'fastify'
import type { KeyRing } from '../keys/keys.ts'
import { readCredential } from '../keys/tokens.ts'
import { createAddressLimit } from '../limits/limit-addresses.ts'
import type { OpenLimiter } from '../limits/limiter.ts'
import type { RateLimit } from '../settings.ts'
import { presentedCredential } from './identify.ts'

type Limits = {
  keys: KeyRing
  openLimiter: OpenLimiter
  /** The service, which counts for itself. */
  name: string
  /** Null for no limit. */
  limit: RateLimit | null
  refuse: () => Error
}

/**
 * Refuses an address that calls the routes of `app` too often, before anything of a request is
 * read. Whoever bears the secret key is a server, often on this very machine, and is not counted.
 */
export function limitRequests(
  app: FastifyInstance,
  { keys, openLimiter, name, limit, refuse }: Limits,
): void {
  if (limit === null) return
  const limitAddress = createAddressLimit(openLimiter(name, limit), refuse)
  app.addHook('onRequest', async (request, reply) => {
    const presented = presentedCredential(request)
    const credential = presented === null ? null : await readCredential(keys, presented)
    if (credential?.outcome === 'accepted' && credential.role === 'service_role') return
    await limitAddress(request, reply)
  })
}
