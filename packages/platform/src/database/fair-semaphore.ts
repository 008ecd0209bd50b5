import { databaseRefusal } from '../http/postgres-error.ts'
import type { QueueClient } from './queue-client.ts'

type Waiting = { client: QueueClient; enter: () => void }

/**
 * So many places, for which whoever comes later waits no longer than `longestWaitMs`. Those who wait take turns, however many
 * times each of them stands there. One place is the server's own, unless there is no other.
 */
export class FairSemaphore {
  readonly #max: number
  readonly #maxOfStrangers: number
  readonly #longestWaitMs: number
  #ofServer = 0
  #ofStrangers = 0
  /** By client, whose turn comes next first. */
  readonly #waiting = new Map<string, Waiting[]>()

  constructor(max: number, longestWaitMs: number) {
    this.#max = max
    this.#maxOfStrangers = Math.max(1, max - 1)
    this.#longestWaitMs = longestWaitMs
  }

  /** Answers, once there is a place, with the function that leaves it. Throws as a full database does when it takes too long. */
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
    const key = keyOf(client)
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#remove(key, waiting)
        reject(databaseRefusal('53300', 'no connection was free in time'))
      }, this.#longestWaitMs)
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

  #remove(key: string, waiting: Waiting): void {
    const left = (this.#waiting.get(key) ?? []).filter((one) => one !== waiting)
    if (left.length > 0) this.#waiting.set(key, left)
    else this.#waiting.delete(key)
  }

  #letIn(): void {
    for (const [key, [next, ...others]] of this.#waiting) {
      if (!next || !this.#hasRoomFor(next.client)) continue
      // Whoever had a turn stands behind the others from here on.
      this.#waiting.delete(key)
      if (others.length > 0) this.#waiting.set(key, others)
      this.#count(next.client, 1)
      next.enter()
      return
    }
  }
}

function keyOf({ name, isServer }: QueueClient): string {
  return `${isServer ? 'server' : 'stranger'} ${name}`
}
