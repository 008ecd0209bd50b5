import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { onBehalfOf, type Sender } from '../database/sender.ts'
import { addressGroup } from '../limits/limit-addresses.ts'
import type { StorageSettings } from '../settings.ts'
import { tooManyAtOnce, tooManyUnderWay } from './storage-errors.ts'

/** How many uploads are under way in this process, and from where. One is until all of it is tidied up. */
export class UploadsUnderWay {
  readonly #most: StorageSettings['uploadsAtOnce']
  readonly #byAddress = new Map<string, number>()
  #all = 0

  constructor(most: StorageSettings['uploadsAtOnce']) {
    this.#most = most
  }

  /** Counts an upload until the function it answers with is called. Throws when there are too many. */
  begin(address: string): () => void {
    const own = this.#byAddress.get(address) ?? 0
    if (own >= this.#most.ofAddress) throw tooManyAtOnce()
    if (this.#all >= this.#most.inAll) throw tooManyUnderWay()
    this.#all += 1
    this.#byAddress.set(address, own + 1)
    return () => {
      this.#all -= 1
      const left = (this.#byAddress.get(address) ?? 1) - 1
      if (left > 0) this.#byAddress.set(address, left)
      else this.#byAddress.delete(address)
    }
  }
}

const uploading = ['POST', 'PUT', 'PATCH']

/** How soon a caller who has too many may find that some have ended. */
const retryAfterSeconds = 1

/** Whether a request is the server's own; where that cannot be told before its body is read, it is not. */
export type AsksWhetherServer = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>

/**
 * Refuses uploads by the routes that `app` is given from here on when too many are under way, before anything is asked of the
 * database for them. Those that are let in come to it in turns, by the address that sends them.
 */
export function boundUploads(app: FastifyInstance, underWay: UploadsUnderWay, asks: AsksWhetherServer): void {
  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = async function (request, reply) {
      if (!uploading.includes(request.method)) return handler.call(this, request, reply)
      const sender = { name: addressGroup(request.ip), isServer: await asks(request, reply) }
      const end = beginOrSayWhen(sender)
      try {
        return await onBehalfOf(sender, () => handler.call(this, request, reply))
      } finally {
        end()
      }

      function beginOrSayWhen({ name }: Sender) {
        try {
          return underWay.begin(name)
        } catch (error) {
          reply.header('retry-after', retryAfterSeconds)
          throw error
        }
      }
    }
  })
}
