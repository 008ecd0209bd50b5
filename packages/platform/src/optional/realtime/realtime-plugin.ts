import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { allowCrossOrigin } from '../../http/cors.ts'
import { isContention, isTransient } from '../../http/postgres-error.ts'
import { Addresses } from './addresses.ts'
import { broadcastRoutes } from './broadcast-routes.ts'
import type { Hub } from './hub.ts'
import { purgeMessages } from './purge-messages.ts'
import type { RealtimeContext, RealtimeOptions } from './realtime-context.ts'
import { Relay } from './relay.ts'
import { RightsOfTopics } from './topic-rights.ts'
import { acceptUpgrades } from './upgrades.ts'

/**
 * Phoenix channels over WebSocket, and broadcasts over HTTP, to be mounted at /realtime/v1. All
 * that a connection needs is loaded with the first one.
 */
export const realtimePlugin: FastifyPluginAsync<RealtimeOptions> = async (app, options) => {
  const { db, listen, keys, settings, isAlone } = options
  const self = crypto.randomUUID()
  const rights = new RightsOfTopics(db)
  const relay = new Relay(db, self, isAlone)
  let hub: Promise<Hub> | null = null

  const openHub = () => {
    hub ??= import('./hub.ts')
      .then(({ Hub }) => Hub.open({ db, listen, keys, settings, relay, rights, self, log: app.log }))
      .catch((error) => {
        hub = null
        throw error
      })
    return hub
  }
  const addresses = new Addresses(settings)
  const context: RealtimeContext = { ...options, addresses, rights, relay, hub: () => hub, openHub }

  allowCrossOrigin(app, options.isAllowedOrigin)
  app.setErrorHandler((error, request, reply) => {
    if (isContention(error)) request.log.error({ err: error }, 'realtime request failed')
    if (isTransient(error)) return reply.code(503).send({ message: 'The database cannot answer now' })
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
    if (status < 500 && error instanceof Error) return reply.code(status).send({ message: error.message })
    request.log.error({ err: error }, 'realtime request failed')
    return reply.code(500).send({ message: 'Internal Server Error' })
  })
  acceptUpgrades(app, context)
  broadcastRoutes(app, context)
  // Before Fastify waits for open connections.
  app.addHook('preClose', async () => {
    const opened = await hub?.catch(() => null)
    await opened?.close()
    await relay.drain()
  })
  purgeRegularly(app, options)
}

const purgeEveryMs = 5 * 60_000

function purgeRegularly(app: FastifyInstance, { db, settings }: RealtimeOptions): void {
  let purging: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    purging = purgeMessages(db, settings.messageDays).catch((error) =>
      app.log.error({ err: error }, 'old messages were not cleared away'),
    )
  }, purgeEveryMs)
  timer.unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await purging
  })
}
