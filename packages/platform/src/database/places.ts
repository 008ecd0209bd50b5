import { databaseRefusal } from '../http/postgres-error.ts'
import type { Sender } from './sender.ts'

type Waiting = { sender: Sender; enter: () => void }

/**
 * So many places, for which whoever comes later waits no longer than `longestWaitMs`. Those who wait take turns, however many
 * times each of them stands there. One place is the server's own, unless there is no other.
 */
export class Places {
  readonly #most: number
  readonly #mostOfStrangers: number
  readonly #longestWaitMs: number
  #ofServer = 0
  #ofStrangers = 0
  /** By sender, whose turn comes next first. */
  readonly #waiting = new Map<string, Waiting[]>()

  constructor(most: number, longestWaitMs: number) {
    this.#most = most
    this.#mostOfStrangers = Math.max(1, most - 1)
    this.#longestWaitMs = longestWaitMs
  }

  /** Answers, once there is a place, with the function that leaves it. Throws as a full database does when it takes too long. */
  async enter(sender: Sender): Promise<() => void> {
    if (!this.#hasRoomFor(sender)) await this.#wait(sender)
    else this.#count(sender, 1)
    return () => {
      this.#count(sender, -1)
      this.#letIn()
    }
  }

  #hasRoomFor({ isServer }: Sender): boolean {
    const isFree = this.#ofServer + this.#ofStrangers < this.#most
    return isFree && (isServer || this.#ofStrangers < this.#mostOfStrangers)
  }

  #count({ isServer }: Sender, change: 1 | -1): void {
    if (isServer) this.#ofServer += change
    else this.#ofStrangers += change
  }

  #wait(sender: Sender): Promise<void> {
    const key = keyOf(sender)
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#remove(key, waiting)
        reject(databaseRefusal('53300', 'no connection was free in time'))
      }, this.#longestWaitMs)
      const waiting = {
        sender,
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
      if (!next || !this.#hasRoomFor(next.sender)) continue
      // Whoever had a turn stands behind the others from here on.
      this.#waiting.delete(key)
      if (others.length > 0) this.#waiting.set(key, others)
      this.#count(next.sender, 1)
      next.enter()
      return
    }
  }
}

function keyOf({ name, isServer }: Sender): string {
  return `${isServer ? 'server' : 'stranger'} ${name}`
}
