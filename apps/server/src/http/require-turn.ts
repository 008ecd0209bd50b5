import type { Turn } from '@app/platform/limits/limiter'
import type { FastifyReply } from 'fastify'
import { rateLimited } from './app-error.ts'

/** Throws `rate_limited` with a Retry-After header when the limit is reached. */
export function requireTurn(turn: Turn, reply: FastifyReply): void {
  if (turn.ok) return
  reply.header('retry-after', turn.retryAfterSeconds)
  throw rateLimited()
}
