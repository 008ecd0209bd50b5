import { createCipheriv, createDecipheriv, randomBytes, type ScryptOptions, scrypt } from 'node:crypto'
import { gatherParts } from '../storage/objects/gather-parts.ts'
import { BackupError } from './backup-error.ts'

const magic = Buffer.from('platform-backup-1\n')
const saltBytes = 16
/** The magic, how hard a guess is made, and the salt. */
const headBytes = magic.length + 1 + saltBytes
const algorithm = 'aes-256-gcm'
const chunkBytes = 64 * 1024
const tagBytes = 16
/** The scrypt cost as a power of two: a quarter of a second and 64 MB for each guess. */
const defaultCost = 16
/** The maximum cost that a file may request. */
const maxCost = 20

/**
 * Encrypts bytes with AES-256-GCM in chunks; scrypt derives the key. The nonce has the chunk's
 * number and a flag for the last one, so that chunks cannot be removed or moved.
 */
export async function* sealStream(
  bytes: AsyncIterable<Uint8Array>,
  passphrase: string,
  cost: number = defaultCost,
): AsyncGenerator<Buffer, undefined> {
  const head = Buffer.concat([magic, Buffer.from([cost]), randomBytes(saltBytes)])
  const key = await keyOf(passphrase, head)
  yield head
  for await (const { piece, nonce } of numberChunks(gatherParts(bytes, chunkBytes))) {
    const cipher = createCipheriv(algorithm, key, nonce).setAAD(head)
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()])
  }
}

/** The bytes that were sealed. Throws a `BackupError` before it yields a piece that is not as it was written. */
export async function* openSealedStream(
  sealed: AsyncIterable<Uint8Array>,
  passphrase: string,
): AsyncGenerator<Buffer, undefined> {
  const { head, rest } = await readHead(sealed)
  const key = await keyOf(passphrase, head)
  for await (const { piece, nonce, number } of numberChunks(gatherParts(rest, chunkBytes + tagBytes))) {
    const body = piece.subarray(0, -tagBytes)
    const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(head)
    let opened: Buffer
    try {
      decipher.setAuthTag(piece.subarray(-tagBytes))
      opened = Buffer.concat([decipher.update(body), decipher.final()])
    } catch {
      throw number === 0
        ? new BackupError(
            'closed',
            'The passphrase is another one, or the backup is damaged at its beginning.',
          )
        : new BackupError('damaged', 'The backup is damaged, or its end is missing.')
    }
    yield opened
  }
}

async function readHead(sealed: AsyncIterable<Uint8Array>) {
  const iterator = sealed[Symbol.asyncIterator]()
  let start = Buffer.alloc(0)
  while (start.length < headBytes) {
    const next = await iterator.next()
    if (next.done) break
    start = Buffer.concat([start, next.value])
  }
  const isOurs = start.length >= headBytes && start.subarray(0, magic.length).equals(magic)
  if (!isOurs || start.readUInt8(magic.length) > maxCost) {
    await iterator.return?.()
    throw new BackupError('not_a_backup', 'This is no backup of ours.')
  }
  async function* rest(): AsyncGenerator<Uint8Array, undefined> {
    yield start.subarray(headBytes)
    yield* { [Symbol.asyncIterator]: () => iterator }
  }
  return { head: start.subarray(0, headBytes), rest: rest() }
}

/** Numbers the chunks. An empty stream has one chunk, which marks its end. */
async function* numberChunks(pieces: AsyncIterable<Buffer>) {
  let number = 0
  let held: Buffer | null = null
  for await (const piece of pieces) {
    if (held) yield { piece: held, nonce: nonceOf(number, false), number: number++ }
    held = piece
  }
  yield { piece: held ?? Buffer.alloc(0), nonce: nonceOf(number, true), number }
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 5, 6)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

function keyOf(passphrase: string, head: Buffer): Promise<Buffer> {
  const [N, r] = [2 ** head.readUInt8(magic.length), 8]
  const salt = head.subarray(magic.length + 1)
  return derive(passphrase.normalize('NFC'), salt, { N, r, p: 1, maxmem: 2 * 128 * N * r })
}

function derive(passphrase: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase, salt, 32, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
