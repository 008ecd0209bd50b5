import type { FastifyRequest } from 'fastify'
import type { JsonObject } from '../database/tables.ts'
import { limitAddresses } from '../limits/limit-addresses.ts'
import type { RateLimits } from '../settings.ts'
import type { AuthContext, Origin } from './auth-context.ts'
import { tooManyRequests } from './auth-errors.ts'
import { type CodeChallenge, parseCodeChallenge } from './flow-state.ts'
import type { Params } from './params.ts'
import { allowedRedirect } from './redirect.ts'
import { checkMetadata } from './users/check-metadata.ts'

/** A hook that refuses an address which calls too often. Routes that have a limit in common count by names of their own. */
export function limited(
  { openLimiter, settings }: AuthContext,
  limit: keyof RateLimits,
  name: string = limit,
) {
  return limitAddresses(openLimiter(`auth/${name}`, settings.rateLimits[limit]), tooManyRequests)
}

export function originOf(request: FastifyRequest): Origin {
  return { ip: request.ip, userAgent: request.headers['user-agent'] ?? null, log: request.log }
}

/** Where a link may lead back to: what the query or the header asks for, if it is allowed. */
export function redirectOf({ settings }: AuthContext, request: FastifyRequest): string {
  const asked = (request.query as { redirect_to?: unknown }).redirect_to ?? request.headers.redirect_to
  return allowedRedirect(settings, typeof asked === 'string' ? asked : undefined)
}

/** What a request says of the person, its `data`. Throws `validation_failed` when that is too much. */
export function metadataOf(params: Params): JsonObject {
  const data = params.object('data') ?? {}
  checkMetadata(data)
  return data
}

export function challengeOf(params: Params): CodeChallenge | null {
  return parseCodeChallenge(params.string('code_challenge'), params.string('code_challenge_method'))
}
