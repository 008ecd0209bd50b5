import type { FastifyReply, FastifyRequest } from 'fastify'
import type { JsonObject } from '../database/tables.ts'
import { createDistinctLimit } from '../limits/distinct-limit.ts'
import { createAddressLimit } from '../limits/limit-addresses.ts'
import type { RateLimits } from '../settings.ts'
import type { AuthContext, Origin } from './auth-context.ts'
import { tooManyRequests } from './auth-errors.ts'
import { deviceCookieValueIn, identifyRequester } from './codes/known-device.ts'
import type { CodeChallenge } from './codes/mail-flow.ts'
import { parseCodeChallenge } from './flow-state.ts'
import type { Params } from './params.ts'
import { allowedRedirect } from './redirect.ts'
import { checkMetadata } from './users/check-metadata.ts'

/** A hook that refuses an address which calls too often. Routes that have a limit in common count by names of their own. */
export function createLimitHook(
  { openLimiter, settings }: AuthContext,
  limit: keyof RateLimits,
  name: string = limit,
) {
  return createAddressLimit(openLimiter(`auth/${name}`, settings.rateLimits[limit]), tooManyRequests)
}

/**
 * Returns a check that refuses a network that has had codes sent to too many addresses. The same
 * address again is free, and so is one whose owner was signed in on the device that asks.
 */
export function limitRecipientsPerNetwork(context: AuthContext) {
  const { openLimiter, settings } = context
  const limit = createDistinctLimit(openLimiter, 'auth/addressees', settings.rateLimits.addressesPerNetwork)
  return async (request: FastifyRequest, reply: FastifyReply, address: string): Promise<void> => {
    const asker = identifyRequester(context, address, originOf(request))
    if (asker.isKnown) return
    const turn = await limit.take(asker.name, address)
    if (turn.ok) return
    reply.header('retry-after', turn.retryAfterSeconds)
    throw tooManyRequests()
  }
}

export function originOf(request: FastifyRequest): Origin {
  const { ip, headers, log } = request
  return {
    ip,
    userAgent: headers['user-agent'] ?? null,
    deviceCookieValue: deviceCookieValueIn(headers.cookie),
    log,
  }
}

/**
 * Returns the address that a link may lead back to: the one in the query or the header, if it is
 * allowed.
 */
export function redirectOf({ settings }: AuthContext, request: FastifyRequest): string {
  const asked = (request.query as { redirect_to?: unknown }).redirect_to ?? request.headers.redirect_to
  return allowedRedirect(settings, typeof asked === 'string' ? asked : undefined)
}

/**
 * Returns the metadata of a person in a request, its `data`. Throws `validation_failed` when that
 * is too much.
 */
export function metadataOf(params: Params): JsonObject {
  const data = params.object('data') ?? {}
  checkMetadata(data)
  return data
}

export function challengeOf(params: Params): CodeChallenge | null {
  return parseCodeChallenge(params.string('code_challenge'), params.string('code_challenge_method'))
}
