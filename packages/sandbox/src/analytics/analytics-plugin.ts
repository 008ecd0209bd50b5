import type { FastifyPluginAsync } from 'fastify'
import { analyticsPage } from './analytics-page.ts'
import type { EventStore } from './event-store.ts'
import { readBatch } from './read-batch.ts'

/** PostHog's libraries post events to these paths, depending on their version. */
const ingestionPaths = ['/analytics/e/', '/analytics/i/v0/e/', '/analytics/batch/', '/analytics/capture/']

/**
 * The stand-in for the analytics provider: takes events as PostHog does, and shows them to people
 * (`/analytics`) and programs (`/api/analytics`), all that is kept or, by `device`, what one
 * browser sent.
 */
export const analyticsPlugin: FastifyPluginAsync<{ events: EventStore }> = async (app, { events }) => {
  app.get('/analytics', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(analyticsPage(events.list())),
  )
  app.get<{ Querystring: { device?: unknown } }>('/api/analytics', async ({ query: { device } }) =>
    device === undefined
      ? events.list()
      : events.list().filter(({ properties }) => properties.$device_id === device),
  )
  app.delete('/api/analytics', async (_request, reply) => {
    events.clear()
    return reply.status(204).send()
  })

  // PostHog's private API, which requires a personal key.
  app.post<{ Body: { distinct_ids?: unknown; delete_events?: unknown } | null }>(
    '/analytics/api/projects/:project/persons/bulk_delete/',
    async (request, reply) => {
      if (!/^Bearer phx_\w+$/.test(request.headers.authorization ?? '')) return reply.status(401).send({})
      const { distinct_ids: ids, delete_events: withEvents } = request.body ?? {}
      if (!Array.isArray(ids) || ids.length > 1000) return reply.status(400).send({})
      if (withEvents === true) events.erase(ids.filter((id) => typeof id === 'string'))
      return reply.status(202).send({})
    },
  )

  await app.register(async (ingestion) => {
    ingestion.removeAllContentTypeParsers()
    ingestion.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    for (const path of ingestionPaths) {
      ingestion.post(path, async (request, reply) => {
        if (!Buffer.isBuffer(request.body)) return reply.status(400).send({ status: 0 })
        try {
          events.take(readBatch(request.body))
        } catch {
          return reply.status(400).send({ status: 0 })
        }
        return { status: 1 }
      })
    }
    // The library asks for the project's settings before it sends anything.
    ingestion.get('/analytics/array/:key/config', async () => ({ supportedCompression: ['gzip-js'] }))
    ingestion.post('/analytics/flags/', async () => ({ featureFlags: {} }))
  })
}
