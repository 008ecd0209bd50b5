import { addressGroup } from '../../limits/limit-addresses.ts'
import type { RealtimeSettings } from './realtime-settings.ts'
import { TokenBucket } from './token-bucket.ts'

/** The shared usage of an address's connections. */
export type AddressUsage = {
  connections: number
  joins: TokenBucket
  events: TokenBucket
  bytes: TokenBucket
}

const maxRemembered = 10_000

/** The longest body of a broadcast over HTTP, in which there may be several messages. */
export const maxBodyBytes = ({ maxPayloadBytes }: RealtimeSettings) => 4 * maxPayloadBytes

/** Counts what addresses do, each for itself. An address without connections is forgotten when there are too many. */
export class Addresses {
  readonly #settings: RealtimeSettings
  readonly #known = new Map<string, AddressUsage>()

  constructor(settings: RealtimeSettings) {
    this.#settings = settings
  }

  /** The address that a request comes from. */
  of(ip: string): AddressUsage {
    const group = addressGroup(ip)
    const known = this.#known.get(group)
    if (known) return known
    const address: AddressUsage = {
      connections: 0,
      joins: new TokenBucket(this.#settings.joinsPerSecondOfAddress),
      events: new TokenBucket(this.#settings.eventsPerSecondOfAddress),
      // The longest allowed value must fit.
      bytes: new TokenBucket(Math.max(this.#settings.bytesPerSecondOfAddress, maxBodyBytes(this.#settings))),
    }
    this.#known.set(group, address)
    if (this.#known.size > maxRemembered) this.#forgetIdle()
    return address
  }

  #forgetIdle(): void {
    for (const [group, { connections }] of this.#known) {
      if (connections > 0) continue
      this.#known.delete(group)
      if (this.#known.size <= maxRemembered / 2) return
    }
  }
}
