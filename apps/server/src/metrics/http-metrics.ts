import type { FastifyInstance } from 'fastify'
import type { Metric } from './exposition.ts'
import { openCounter, openHistogram } from './instruments.ts'

/** Seconds; from what a cached file takes to the longest a request may. */
const latencyBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/**
 * Counts every answer of the app by method, route and status. The route is its pattern: an address asked for may
 * hold what somebody answered, and there is no end of addresses.
 */
export function watchRequests(app: FastifyInstance): () => Metric[] {
  const requests = openCounter('http_requests_total', 'Requests answered, by method, route and status.')
  const seconds = openHistogram(
    'http_request_duration_seconds',
    'Time from the arrival of a request to the end of its answer.',
    latencyBounds,
  )
  app.addHook('onResponse', async (request, reply) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'unmatched' }
    requests.add({ ...labels, status: String(reply.statusCode) })
    seconds.observe(labels, reply.elapsedTime / 1000)
  })
  return () => [requests.read(), seconds.read()]
}
