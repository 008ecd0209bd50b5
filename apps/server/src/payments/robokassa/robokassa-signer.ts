import { createHash, timingSafeEqual } from 'node:crypto'
import type { RobokassaHash } from '@app/domain/payments/robokassa-hash'

/** The signature of a payload: lower-case hexadecimal, over its UTF-8 bytes. */
export function signPayload(hash: RobokassaHash, payload: string): string {
  return createHash(hash).update(payload, 'utf8').digest('hex')
}

/** Compares hexadecimal signatures whatever the case of their letters, in a time that tells nothing about them. */
export function isSameSignature(expected: string, received: string): boolean {
  const ours = Buffer.from(expected.toLowerCase())
  const theirs = Buffer.from(received.toLowerCase())
  return ours.length === theirs.length && timingSafeEqual(ours, theirs)
}
