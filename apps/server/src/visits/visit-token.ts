import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** A page may be told of a day after it was left without a network. */
const lifetimeMs = 48 * 60 * 60_000

/** Returns a token that proves one visit to have begun on a page of ours. It says nothing of anybody. */
export function createVisitToken(key: string, now: Date): string {
  const unsigned = `${(now.getTime() + lifetimeMs).toString(36)}.${randomBytes(12).toString('base64url')}`
  return `${unsigned}.${sign(unsigned, key)}`
}

/** Returns the nonce of a token; null for one that was never given out, or too long ago. */
export function readVisitToken(token: string | undefined, key: string, now: Date): string | null {
  const [expires = '', nonce = '', signature = ''] = token?.split('.') ?? []
  const expected = Buffer.from(sign(`${expires}.${nonce}`, key))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  return Number.parseInt(expires, 36) > now.getTime() ? nonce : null
}

function sign(unsigned: string, key: string): string {
  return createHmac('sha256', key).update(`visit\n${unsigned}`).digest('base64url')
}
