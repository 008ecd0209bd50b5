import type { Turn } from '@app/platform/limits/limiter'
import type { FastifyReply } from 'fastify'
import { rateLimited } from './app-error.ts'

/** Refuses whoever has no turn now, and says when they may come again. */
export function requireTurn(turn: Turn, reply: FastifyReply): void {
  if (turn.ok) return
  reply.header('retry-after', turn.retryAfterSeconds)
  throw rateLimited()
}
