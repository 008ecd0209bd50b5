import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AuthContext } from '../auth/auth-context.ts'
import { sandboxAnswers } from './gate/sandbox-answers.ts'
import { describeRequest, RequestLog } from './logs/request-log.ts'
import { StudioSessions } from './sessions/studio-sessions.ts'
import { studioPlugin } from './studio-plugin.ts'

/**
 * Serves Studio under `app`, beside the services that it is told of: to be called before they are mounted. What they answer is
 * remembered, without whose it was.
 */
export async function mountStudio(app: FastifyInstance, auth: AuthContext): Promise<void> {
  const { studio } = auth.settings
  if (studio === null) return
  const mountedAt = `${app.prefix}/studio`
  // What no route answers is judged by its path: Studio's own misses are no requests to the services.
  const isStudio = (request: FastifyRequest) => {
    const path = request.routeOptions.url ?? request.url.replace(/\?.*$/s, '')
    return path === mountedAt || path.startsWith(`${mountedAt}/`)
  }
  const log = new RequestLog(studio.rememberedRequests)
  app.addHook('onResponse', async (request, reply) => {
    if (!isStudio(request)) log.add(describeRequest(request, reply))
  })
  sandboxAnswers(app, isStudio)
  await app.register(studioPlugin, {
    ...{ db: auth.db, keys: auth.keys, openLimiter: auth.openLimiter },
    ...{ auth, settings: studio, schemas: auth.settings.rest.schemas, log },
    sessions: new StudioSessions(),
    services: app.prefix,
    address: { externalUrl: auth.settings.externalUrl, mountedAt },
    prefix: '/studio',
  })
}
