import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openSealedStream, sealStream } from './sealed-stream.ts'

const passphrase = 'ёлка и десять снегирей'
const piece = 64 * 1024
const head = 18 + 1 + 16
/** Guesses are easy here, and tests quick. */
const cost = 4

async function* cut(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
async function gathered(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}
const sealed = (bytes: Buffer) => gathered(sealStream(cut(bytes, 10_007), passphrase, cost))
const opened = (bytes: Buffer, given = passphrase) => gathered(openSealedStream(cut(bytes, 7001), given))

const whole = await sealed(randomBytes(3 * piece))

test.each([0, piece, piece + 1])('%i bytes come back as they were', async (length) => {
  const bytes = randomBytes(length)

  expect((await opened(await sealed(bytes))).equals(bytes)).toBe(true)
})

test('nothing of it can be read, and the same bytes are never sealed alike', async () => {
  const text = Buffer.from('Айгерим '.repeat(50))
  const [one, other] = [await sealed(text), await sealed(text)]

  expect(one.includes('Айгерим')).toBe(false)
  expect(one.subarray(head).equals(other.subarray(head))).toBe(false)
})

test('another passphrase opens nothing', async () => {
  await expect(opened(whole, 'ёлка и девять снегирей')).rejects.toMatchObject({ reason: 'closed' })
})

test('a passphrase counts by its letters, however the keyboard made them', async () => {
  const bytes = await gathered(openSealedStream(cut(whole, 7001), passphrase.normalize('NFD')))

  expect(bytes.length).toBe(3 * piece)
})

const costly = Buffer.from(whole)
costly.writeUInt8(21, 18)
const sealedPiece = piece + 16
const bitTurned = Buffer.from(whole)
bitTurned.writeUInt8(bitTurned.readUInt8(head + 2 * sealedPiece + 5) ^ 1, head + 2 * sealedPiece + 5)
const headTurned = Buffer.from(whole)
headTurned.writeUInt8(headTurned.readUInt8(head - 1) ^ 1, head - 1)
const start = whole.subarray(0, head)
const pieces = [0, 1, 2].map((at) => whole.subarray(head + at * sealedPiece, head + (at + 1) * sealedPiece))
const [first = start, second = start, third = start] = pieces

test.each([
  ['a bit is another', bitTurned, 'damaged'],
  ['a bit of the head is another', headTurned, 'closed'],
  ['it asks for more memory than there is', costly, 'not_a_backup'],
  ['the last piece is missing', whole.subarray(0, head + 2 * sealedPiece), 'damaged'],
  ['half of the last piece is missing', whole.subarray(0, whole.length - 1000), 'damaged'],
  ['a piece is missing', Buffer.concat([start, first, third]), 'damaged'],
  ['two pieces have changed places', Buffer.concat([start, second, first, third]), 'closed'],
  ['something follows the end', Buffer.concat([whole, Buffer.from('more')]), 'damaged'],
  ['only the head is there', start, 'closed'],
  ['it is something else', Buffer.from('PK'.repeat(500)), 'not_a_backup'],
  ['it is empty', Buffer.alloc(0), 'not_a_backup'],
])('is refused when %s', async (_, bytes, reason) => {
  await expect(opened(bytes)).rejects.toMatchObject({ name: 'BackupError', reason })
})

test('a guess costs what the file says: unless told otherwise, as much as a backup is to withstand', async () => {
  const usual = await gathered(sealStream(cut(randomBytes(1), 1), passphrase))

  expect([whole.readUInt8(18), usual.readUInt8(18)]).toEqual([cost, 16])
})
