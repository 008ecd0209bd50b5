import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalidInput } from './app-error.ts'

/**
 * Refuses requests with NUL or lone surrogates, which PostgreSQL cannot store. It runs after the
 * schema. Routes without a schema check themselves.
 */
export function requireWellFormedText(app: FastifyInstance): void {
  app.addHook('preHandler', async (request) => {
    if (request.routeOptions.schema && !isWellFormed(request)) throw invalidInput()
  })
}

/** Walks without recursion, because a body may be nested as deep as it is long. */
function isWellFormed({ params, query, body }: FastifyRequest): boolean {
  const left: unknown[] = [params, query, body]
  while (left.length > 0) {
    const value = left.pop()
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) return false
    if (typeof value !== 'object' || value === null) continue
    for (const [key, held] of Object.entries(value)) left.push(key, held)
  }
  return true
}
