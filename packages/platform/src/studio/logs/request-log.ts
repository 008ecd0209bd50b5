import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LoggedRequest } from '../wire.ts'

/** The last requests, in memory: the oldest makes room for the newest. */
export class RequestLog {
  readonly #most: number
  readonly #requests: LoggedRequest[] = []
  #next = 0

  constructor(most: number) {
    this.#most = most
  }

  add(request: LoggedRequest): void {
    this.#requests[this.#next] = request
    this.#next = (this.#next + 1) % this.#most
  }

  /** The newest first. */
  list(): LoggedRequest[] {
    return [...this.#requests.slice(this.#next), ...this.#requests.slice(0, this.#next)].reverse()
  }
}

/** What to remember of a request that has been answered. */
export function describeRequest(request: FastifyRequest, reply: FastifyReply): LoggedRequest {
  return {
    at: new Date().toISOString(),
    method: request.method,
    route: request.routeOptions.url ?? null,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    // A server may take it from a header, of any length.
    requestId: String(request.id).slice(0, 64),
  }
}
