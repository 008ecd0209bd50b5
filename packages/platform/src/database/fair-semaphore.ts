import { databaseRefusal } from '../http/postgres-error.ts'
import type { QueueClient } from './queue-client.ts'

type WaitingClient = { client: QueueClient; enter: () => void }

/**
 * A semaphore with `max` permits that serves waiting clients round robin. One permit is reserved
 * for the server, unless there is only one.
 */
export class FairSemaphore {
  readonly #max: number
  readonly #maxOfStrangers: number
  readonly #waitTimeoutMs: number
  #ofServer = 0
  #ofStrangers = 0
  /** Waiting requests by client, the next client first. */
  readonly #waiting = new Map<string, WaitingClient[]>()

  constructor(max: number, waitTimeoutMs: number) {
    this.#max = max
    this.#maxOfStrangers = Math.max(1, max - 1)
    this.#waitTimeoutMs = waitTimeoutMs
  }

  /**
   * Acquires a permit. Returns the function that releases it. @throws 53300 (too many connections)
   * after `waitTimeoutMs`.
   */
  async enter(client: QueueClient): Promise<() => void> {
    if (!this.#hasRoomFor(client)) await this.#wait(client)
    else this.#count(client, 1)
    return () => {
      this.#count(client, -1)
      this.#letIn()
    }
  }

  #hasRoomFor({ isServer }: QueueClient): boolean {
    const isFree = this.#ofServer + this.#ofStrangers < this.#max
    return isFree && (isServer || this.#ofStrangers < this.#maxOfStrangers)
  }

  #count({ isServer }: QueueClient, change: 1 | -1): void {
    if (isServer) this.#ofServer += change
    else this.#ofStrangers += change
  }

  #wait(client: QueueClient): Promise<void> {
    const key = queueKeyOf(client)
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#remove(key, waiting)
        reject(databaseRefusal('53300', 'no connection was free in time'))
      }, this.#waitTimeoutMs)
      const waiting = {
        client,
        enter: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      const own = this.#waiting.get(key)
      if (own) own.push(waiting)
      else this.#waiting.set(key, [waiting])
    })
  }

  #remove(key: string, waiting: WaitingClient): void {
    const left = (this.#waiting.get(key) ?? []).filter((one) => one !== waiting)
    if (left.length > 0) this.#waiting.set(key, left)
    else this.#waiting.delete(key)
  }

  #letIn(): void {
    for (const [key, [next, ...others]] of this.#waiting) {
      if (!next || !this.#hasRoomFor(next.client)) continue
      // A client that was served goes to the end of the line.
      this.#waiting.delete(key)
      if (others.length > 0) this.#waiting.set(key, others)
      this.#count(next.client, 1)
      next.enter()
      return
    }
  }
}

function queueKeyOf({ name, isServer }: QueueClient): string {
  return `${isServer ? 'server' : 'stranger'} ${name}`
}
