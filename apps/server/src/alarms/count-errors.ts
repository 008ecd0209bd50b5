import { addressGroup } from '@app/platform/limits/limit-addresses'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { AppError } from '../http/app-error.ts'
import type { Tables } from '../services/tables.ts'
import { errorWindowMs } from './evaluate-installation.ts'

/** Counts the requests that this process could not answer, until they are written down with those of the others. */
export type ErrorCounter = {
  watch: (app: FastifyInstance) => void
  flush: (db: Kysely<Tables>) => Promise<void>
}

/** Services that run strangers' requests as statements. */
const services = /^\/(?:auth|functions|rest|storage)\/v1\//

/** Errors of these services that count for one network within the window: alone it cannot alarm the owner. */
const maxErrorsPerNetwork = 2

/** Counts server errors, but not what the app itself refuses. */
export function createErrorCounter(now: () => Date): ErrorCounter {
  const counts = new Map<number, number>()
  const refused = new WeakSet<FastifyRequest>()
  let [window, networks] = [0, new Map<string, number>()]

  function isOneTooMany({ url, ip }: FastifyRequest): boolean {
    if (!services.test(url)) return false
    const current = Math.floor(now().getTime() / errorWindowMs)
    if (current !== window) [window, networks] = [current, new Map()]
    const count = (networks.get(addressGroup(ip)) ?? 0) + 1
    networks.set(addressGroup(ip), count)
    return count > maxErrorsPerNetwork
  }

  return {
    watch(app) {
      app.addHook('onError', async (request, _reply, error) => {
        if (error instanceof AppError) refused.add(request)
      })
      app.addHook('onResponse', async (request, reply) => {
        if (reply.statusCode < 500 || refused.has(request) || isOneTooMany(request)) return
        const minute = Math.floor(now().getTime() / 60_000) * 60_000
        counts.set(minute, (counts.get(minute) ?? 0) + 1)
      })
    },
    async flush(db) {
      for (const [minute, count] of [...counts]) {
        await db
          .insertInto('server_errors')
          .values({ minute: new Date(minute), count })
          .onConflict((conflict) =>
            conflict.column('minute').doUpdateSet({ count: sql`server_errors.count + excluded.count` }),
          )
          .execute()
        // The count may have grown during the flush.
        const left = (counts.get(minute) ?? 0) - count
        if (left > 0) counts.set(minute, left)
        else counts.delete(minute)
      }
    },
  }
}
