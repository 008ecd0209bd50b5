import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TracingSettings } from '../config/tracing.ts'
import type { JobLog } from '../jobs/job-log.ts'
import type { RunJob } from '../jobs/run-job.ts'
import { openSpanExporter, type Span } from './otlp-exporter.ts'

export type Tracing = {
  /** Tells of every request by method, route and status. */
  watch: (app: FastifyInstance) => void
  /** Tells of every run of a job by its name and try. */
  aroundJob: RunJob
  close: () => Promise<void>
}

/** Traces requests and jobs, for whoever set OpenTelemetry's variable; nothing loads this file without it. */
export function openTracing(settings: TracingSettings, log: JobLog, call: typeof fetch = fetch): Tracing {
  const exporter = openSpanExporter(settings, call, () =>
    log.warn({}, 'the collector of traces does not take them'),
  )
  return {
    watch(app) {
      app.addHook('onResponse', async (request, reply) => {
        exporter.add(spanOfRequest(request, reply.statusCode, reply.elapsedTime))
      })
    },
    async aroundJob({ job, attempt }, run) {
      const began = timeNow()
      const add = (isError: boolean) =>
        exporter.add({
          ...{ traceId: randomId(16), spanId: randomId(8), parentSpanId: null, kind: 'consumer', isError },
          ...{ name: job, startMs: began, endMs: timeNow() },
          attributes: { 'messaging.destination.name': job, 'job.attempt': attempt },
        })
      try {
        const result = await run()
        add(false)
        return result
      } catch (error) {
        add(true)
        throw error
      }
    },
    close: exporter.close,
  }
}

/** The route is its pattern: an address, its query and a body may hold what somebody answered. */
function spanOfRequest(request: FastifyRequest, status: number, tookMs: number): Span {
  const route = request.routeOptions.url ?? 'unmatched'
  const endMs = timeNow()
  return {
    ...contextOf(request.headers.traceparent),
    spanId: randomId(8),
    name: `${request.method} ${route}`,
    kind: 'server',
    startMs: endMs - tookMs,
    endMs,
    attributes: {
      'http.request.method': request.method,
      'http.route': route,
      'http.response.status_code': status,
      'request.id': request.id,
    },
    isError: status >= 500,
  }
}

/** A trace that the proxy began goes on: https://www.w3.org/TR/trace-context/#traceparent-header */
function contextOf(header: string | string[] | undefined): Pick<Span, 'traceId' | 'parentSpanId'> {
  const [, traceId, parentSpanId] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(String(header)) ?? []
  if (!traceId || !parentSpanId || /^0+$/.test(traceId) || /^0+$/.test(parentSpanId)) {
    return { traceId: randomId(16), parentSpanId: null }
  }
  return { traceId, parentSpanId }
}

function randomId(bytes: number): string {
  return randomBytes(bytes).toString('hex')
}

/** By the clock of the process, which does not jump back. */
function timeNow(): number {
  return performance.timeOrigin + performance.now()
}
