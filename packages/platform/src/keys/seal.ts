import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const prefix = 'sealed:'
const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Returns true when a stored value is unreadable without the key it was sealed with. */
export function isSealed(value: string): boolean {
  return value.startsWith(prefix)
}

/** Makes a value unreadable, and unusable under another name, for whoever lacks the key of 32 bytes. */
export function seal(key: Buffer, name: string, value: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(name))
  const body = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()])
  return prefix + Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
}

/** Opens a text sealed under this name with one of the keys; null when it was with none of them. */
export function unseal(keys: readonly Buffer[], name: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed.slice(prefix.length), 'base64url')
  for (const key of keys) {
    try {
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes))
        .setAAD(Buffer.from(name))
        .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      const body = decipher.update(bytes.subarray(ivBytes + tagBytes))
      return Buffer.concat([body, decipher.final()]).toString('utf8')
    } catch {
      // Tries the next key.
    }
  }
  return null
}
