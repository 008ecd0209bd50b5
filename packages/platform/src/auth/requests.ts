import type { FastifyRequest } from 'fastify'
import { RateLimiter } from '../http/rate-limiter.ts'
import type { RateLimit } from '../settings.ts'
import type { AuthContext, Origin } from './auth-context.ts'
import { tooManyRequests } from './auth-errors.ts'
import { type CodeChallenge, parseCodeChallenge } from './flow-state.ts'
import type { Params } from './params.ts'
import { allowedRedirect } from './redirect.ts'

/** A hook that refuses an address which calls too often. */
export function limited(limit: RateLimit) {
  const limiter = new RateLimiter(limit)
  return async (request: FastifyRequest) => {
    if (!limiter.take(request.ip, Date.now())) throw tooManyRequests()
  }
}

export function originOf(request: FastifyRequest): Origin {
  return { ip: request.ip, userAgent: request.headers['user-agent'] ?? null, log: request.log }
}

/** Where a link may lead back to: what the query or the header asks for, if it is allowed. */
export function redirectOf({ settings }: AuthContext, request: FastifyRequest): string {
  const asked = (request.query as { redirect_to?: unknown }).redirect_to ?? request.headers.redirect_to
  return allowedRedirect(settings, typeof asked === 'string' ? asked : undefined)
}

export function challengeOf(params: Params): CodeChallenge | null {
  return parseCodeChallenge(params.string('code_challenge'), params.string('code_challenge_method'))
}
