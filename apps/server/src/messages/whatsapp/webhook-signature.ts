import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Returns true when `header` (`X-Hub-Signature-256`) signs exactly these bytes. The bytes have to
 * be as they came: text that was parsed and written again differs wherever WhatsApp escapes a
 * Cyrillic letter.
 */
export function isSignedBy(secret: string, body: Buffer, header: unknown): boolean {
  const claimed = typeof header === 'string' ? /^sha256=([0-9a-f]{64})$/.exec(header)?.[1] : undefined
  if (!claimed) return false
  return timingSafeEqual(createHmac('sha256', secret).update(body).digest(), Buffer.from(claimed, 'hex'))
}

/** Compares two secrets in constant time. */
export function isSameSecret(one: string, other: string): boolean {
  const digest = (text: string) => createHmac('sha256', 'comparison').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}
