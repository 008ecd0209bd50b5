import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type QueueClient, runAs } from '../database/queue-client.ts'
import { startStalledBodyTimeout } from '../http/stalled-body-timeout.ts'
import { addressGroup } from '../limits/limit-addresses.ts'
import type { StorageSettings } from '../settings.ts'
import { tooManyAtOnce, tooManyUnderWay } from './storage-errors.ts'

/**
 * The number of uploads that are under way in this process, and from where. One is until all of it
 * is tidied up. The server's own are counted apart: whatever strangers do, it has as many.
 */
export class ConcurrentUploads {
  readonly #max: StorageSettings['uploadsAtOnce']
  readonly #ofStrangers = new UploadCount()
  readonly #ofServer = new UploadCount()

  constructor(max: StorageSettings['uploadsAtOnce']) {
    this.#max = max
  }

  /** Counts an upload until the function it answers with is called. Throws when there are too many. */
  begin({ name, isServer }: QueueClient): () => void {
    const count = isServer ? this.#ofServer : this.#ofStrangers
    if (count.of(name) >= this.#max.ofAddress) throw tooManyAtOnce()
    if (count.all >= this.#max.inAll) throw tooManyUnderWay()
    return count.add(name)
  }
}

class UploadCount {
  readonly #byName = new Map<string, number>()
  all = 0

  of(name: string): number {
    return this.#byName.get(name) ?? 0
  }

  /** Adds one until the function it answers with is called. */
  add(name: string): () => void {
    this.all += 1
    this.#byName.set(name, this.of(name) + 1)
    return () => {
      this.all -= 1
      const left = this.of(name) - 1
      if (left > 0) this.#byName.set(name, left)
      else this.#byName.delete(name)
    }
  }
}

const uploadMethods = ['POST', 'PUT', 'PATCH']

/** The suggested wait for a client with too many uploads. */
const retryAfterSeconds = 1

type UploadBounds = {
  underWay: ConcurrentUploads
  stalledTimeoutMs: number
  /** Returns true for the server's own requests. */
  isServers: (request: FastifyRequest) => Promise<boolean>
}

/**
 * Refuses uploads beyond the limit before any query. Accepted ones are scheduled by address and end
 * when stalled.
 */
export function boundUploads(
  app: FastifyInstance,
  { underWay, stalledTimeoutMs, isServers }: UploadBounds,
): void {
  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = async function (request, reply) {
      if (!uploadMethods.includes(request.method)) return handler.call(this, request, reply)
      const sender = { name: addressGroup(request.ip), isServer: await isServers(request) }
      const end = beginOrSayWhen(sender)
      const watch = startStalledBodyTimeout(request.raw, stalledTimeoutMs)
      try {
        return await runAs(sender, () => handler.call(this, request, reply))
      } finally {
        clearInterval(watch)
        end()
      }

      function beginOrSayWhen(one: QueueClient) {
        try {
          return underWay.begin(one)
        } catch (error) {
          reply.header('retry-after', retryAfterSeconds)
          throw error
        }
      }
    }
  })
}
