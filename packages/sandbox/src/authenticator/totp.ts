import { createHmac } from 'node:crypto'

const periodMs = 30_000
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export type ShownCode = { code: string; secondsLeft: number }

/** The six digits an authenticator app shows for a key (RFC 6238: SHA-1, thirty seconds); null for what is no key. */
export function codeAt(secret: string, now: Date): ShownCode | null {
  const key = parseKey(secret)
  if (!key) return null
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now.getTime() / periodMs)))
  const digest = createHmac('sha1', key).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0xf
  const code = String((digest.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0')
  return { code, secondsLeft: Math.ceil((periodMs - (now.getTime() % periodMs)) / 1000) }
}

/** Reads base32 as people copy it: in any case, with spaces, with or without padding. */
function parseKey(text: string): Buffer | null {
  const letters = text.toUpperCase().replace(/[\s-]/g, '').replace(/=+$/, '')
  if (!/^[A-Z2-7]{8,128}$/.test(letters)) return null
  const bits = [...letters].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
