import { createHash } from 'node:crypto'

/** The name space of the product's events, for ids of version 5 (RFC 9562, 5.5). */
const namespace = Buffer.from('5f0c3a1e9d5b4b7c8a3e6d2f1b904c77', 'hex')

/** The id of an event: the same for the same fact, wherever and however often it is worked out. */
export function eventId(fact: string): string {
  const hash = createHash('sha1').update(namespace).update(fact).digest().subarray(0, 16)
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  const hex = hash.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
