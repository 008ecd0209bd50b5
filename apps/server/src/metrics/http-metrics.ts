import type { FastifyInstance } from 'fastify'
import { Counter, Histogram, type Registry } from 'prom-client'

/**
 * Counts every answer of the app by method, route and status. The route is its pattern: an address
 * asked for may hold what somebody answered, and there is no end of addresses.
 */
export function countRequests(app: FastifyInstance, registry: Registry): void {
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer.',
    labelNames: ['method', 'route'],
    // From a cached file to the longest request.
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'unmatched' }
    requests.inc({ ...labels, status: reply.statusCode })
    seconds.observe(labels, reply.elapsedTime / 1000)
  })
}
