import type { RateLimit } from '../settings.ts'

const rememberedAddresses = 50_000

type Bucket = { tokens: number; filledAtMs: number }

/** Counts requests per address in this process, as a bucket of `max` tokens that refills over `seconds`. */
export class RateLimiter {
  readonly #limit: RateLimit
  readonly #buckets = new Map<string, Bucket>()

  constructor(limit: RateLimit) {
    this.#limit = limit
  }

  /** Takes one token and answers whether there was one. */
  take(ip: string, nowMs: number): boolean {
    const key = addressGroup(ip)
    const { max, seconds } = this.#limit
    const bucket = this.#buckets.get(key) ?? { tokens: max, filledAtMs: nowMs }
    const refilled = ((nowMs - bucket.filledAtMs) / 1000) * (max / seconds)
    const tokens = Math.min(max, bucket.tokens + Math.max(0, refilled))
    // Deleting first moves the address to the end, so the first ones are those not seen for longest.
    this.#buckets.delete(key)
    this.#buckets.set(key, { tokens: tokens >= 1 ? tokens - 1 : tokens, filledAtMs: nowMs })
    if (this.#buckets.size > rememberedAddresses) {
      for (const oldest of this.#buckets.keys()) {
        this.#buckets.delete(oldest)
        break
      }
    }
    return tokens >= 1
  }
}

/** One subscriber usually holds a whole /64 of IPv6 addresses, so those count as one. */
export function addressGroup(ip: string): string {
  if (!ip.includes(':') || ip.includes('.')) return ip
  const [head = '', tail] = ip.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const zeros =
    tail === undefined ? [] : new Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  return [...left, ...zeros, ...right].slice(0, 4).join(':')
}
