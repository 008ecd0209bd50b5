import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** A page may report a visit a day later, after being offline. */
const lifetimeMs = 48 * 60 * 60_000

/** Creates a token that proves that a visit began on our page. It is anonymous. */
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
