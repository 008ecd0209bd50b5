import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

/**
 * A Bloom filter of leaked passwords, without false negatives. Format: `LPW1`, the number of
 * hashes, three zero bytes, and the bits.
 */
const magic = Buffer.from('LPW1')
const headerBytes = 8
const hashesPerPassword = 10
/** The bits for each password, for one false positive in a thousand. */
const bitsPerPassword = 14.4
const maxHashesPerPassword = 32

export type LeakedPasswords = { has: (password: string) => boolean }

/** Reads the file. Throws when it is none. */
export async function openLeakedPasswords(path: string): Promise<LeakedPasswords> {
  const file = await readFile(path)
  const count = file[magic.length] ?? 0
  const isOne = file.subarray(0, magic.length).equals(magic) && count >= 1 && count <= maxHashesPerPassword
  if (!isOne || file.length <= headerBytes) throw new Error(`${path} is no file of leaked passwords`)
  const bits = file.subarray(headerBytes)
  return {
    has: (password) =>
      bitPositions(sha1(password), bits.length * 8, count).every(
        (at) => ((bits[at >> 3] ?? 0) & (1 << (at & 7))) !== 0,
      ),
  }
}

/** Creates an empty filter for `size` SHA-1 hashes. */
export function newLeakedPasswords(size: number): { add: (digest: Buffer) => void; bytes: Buffer } {
  const length = Math.max(8, Math.ceil((size * bitsPerPassword) / 8))
  const bytes = Buffer.alloc(headerBytes + length)
  magic.copy(bytes)
  bytes[magic.length] = hashesPerPassword
  const bits = bytes.subarray(headerBytes)
  return {
    bytes,
    add: (digest) => {
      for (const at of bitPositions(digest, length * 8, hashesPerPassword))
        bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7))
    },
  }
}

export function sha1(password: string): Buffer {
  return createHash('sha1').update(password).digest()
}

/**
 * Returns the positions of a password's bits: from two halves of its digest, as good as so many
 * hashes (Kirsch and Mitzenmacher, 2006).
 */
function bitPositions(digest: Buffer, bits: number, count: number): number[] {
  const [first, second] = [digest.readBigUInt64BE(0), digest.readBigUInt64BE(8) | 1n]
  return Array.from({ length: count }, (_, i) => Number((first + BigInt(i) * second) % BigInt(bits)))
}
