import { createHash, type Hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { crc32 } from 'node:zlib'
import { s3Refusal, signatureMismatch } from './s3-errors.ts'
import { hmac, isSame, type Signature, scopeOf, signingKey } from './verify-signature.ts'

const emptyHash = createHash('sha256').digest('hex')
const longestLine = 16 * 1024

/**
 * The bytes of a body as they come, without what frames them. At their end it throws when they are not those that were signed,
 * or that a checksum was sent for, so that whoever keeps them has to wait for the end.
 */
export async function* signedBody(
  bytes: AsyncIterable<Uint8Array>,
  { headers, signature, secret }: { headers: IncomingHttpHeaders; signature: Signature; secret: string },
): AsyncGenerator<Uint8Array> {
  const { payload } = signature
  const isStreaming = payload.startsWith('STREAMING-')
  const isHashed = /^[0-9a-f]{64}$/.test(payload)
  const checks = checksumsOf(headers)
  const sha256 = isHashed ? createHash('sha256') : null
  const chunks = isStreaming
    ? readChunks(bytes, {
        verify: payload.startsWith('STREAMING-AWS4-HMAC-SHA256-PAYLOAD')
          ? chunkVerifier(signature, secret)
          : null,
        trailer: (name, value) => checks.expect(name, value),
      })
    : bytes
  for await (const chunk of chunks) {
    sha256?.update(chunk)
    checks.update(chunk)
    yield chunk
  }
  if (sha256 && sha256.digest('hex') !== payload) {
    throw s3Refusal(
      'XAmzContentSHA256Mismatch',
      "The provided 'x-amz-content-sha256' header does not match what was computed.",
    )
  }
  if (!checks.hold())
    throw s3Refusal('BadDigest', 'The checksum you specified did not match what we received.')
}

type ChunkVerifier = {
  chunk: (hash: string, signature: string) => void
  trailer: (text: string, signature: string) => void
}

/** Each chunk is signed together with the signature before it, the first with that of the request. */
function chunkVerifier(signature: Signature, secret: string): ChunkVerifier {
  const key = signingKey(secret, signature)
  let previous = signature.signature
  const check = (kind: string, rest: readonly string[], presented: string) => {
    const text = [kind, signature.date, scopeOf(signature), previous, ...rest].join('\n')
    if (!isSame(hmac(key, text), presented)) throw signatureMismatch()
    previous = presented
  }
  return {
    chunk: (hash, presented) => check('AWS4-HMAC-SHA256-PAYLOAD', [emptyHash, hash], presented),
    trailer: (text, presented) =>
      check('AWS4-HMAC-SHA256-TRAILER', [createHash('sha256').update(text).digest('hex')], presented),
  }
}

/** Takes `aws-chunked` apart: a line with the length and the signature of each chunk, then its bytes. */
async function* readChunks(
  bytes: AsyncIterable<Uint8Array>,
  { verify, trailer }: { verify: ChunkVerifier | null; trailer: (name: string, value: string) => void },
): AsyncGenerator<Uint8Array> {
  const input = new Lines(bytes)
  for (;;) {
    const [, size = '', presented = ''] =
      /^([0-9a-f]{1,9})(?:;chunk-signature=([0-9a-f]{64}))?$/i.exec(await input.line()) ?? []
    if (size === '') throw s3Refusal('IncompleteBody', 'The chunked encoding of the body is invalid')
    const hash = verify ? createHash('sha256') : null
    let left = Number.parseInt(size, 16)
    const isLast = left === 0
    while (left > 0) {
      const piece = await input.bytes(left)
      left -= piece.length
      hash?.update(piece)
      yield piece
    }
    if (hash) verify?.chunk(hash.digest('hex'), presented)
    if (isLast) return readTrailers(input, { verify, trailer })
    if ((await input.line()) !== '')
      throw s3Refusal('IncompleteBody', 'The chunked encoding of the body is invalid')
  }
}

async function readTrailers(
  input: Lines,
  { verify, trailer }: { verify: ChunkVerifier | null; trailer: (name: string, value: string) => void },
): Promise<void> {
  let signed = ''
  for (let count = 0; count < 20; count++) {
    const line = (await input.lineOrEnd()) ?? ''
    if (line === '') {
      if (verify && signed !== '') throw signatureMismatch()
      return
    }
    const [name = '', value = ''] = line.split(/:(.*)/s)
    if (name === 'x-amz-trailer-signature') {
      verify?.trailer(signed, value)
      return
    }
    signed += `${name}:${value.trim()}\n`
    trailer(name.toLowerCase(), value.trim())
  }
  throw s3Refusal('IncompleteBody', 'The trailer of the body is too long')
}

/** Bytes that are read now by the line, now by their number. */
class Lines {
  readonly #source: AsyncIterator<Uint8Array>
  #ahead: Buffer = Buffer.alloc(0)

  constructor(bytes: AsyncIterable<Uint8Array>) {
    this.#source = bytes[Symbol.asyncIterator]()
  }

  async line(): Promise<string> {
    const line = await this.lineOrEnd()
    if (line === null) throw s3Refusal('IncompleteBody', 'The body ended too early')
    return line
  }

  async lineOrEnd(): Promise<string | null> {
    let end = this.#ahead.indexOf('\r\n')
    while (end < 0) {
      if (this.#ahead.length > longestLine)
        throw s3Refusal('IncompleteBody', 'A line of the body is too long')
      const more = await this.#more()
      if (more === null)
        return this.#ahead.length === 0 ? null : this.#take(this.#ahead.length).toString('latin1')
      this.#ahead = Buffer.concat([this.#ahead, more])
      end = this.#ahead.indexOf('\r\n')
    }
    const line = this.#take(end).toString('latin1')
    this.#take(2)
    return line
  }

  /** Some bytes, and no more than so many. */
  async bytes(most: number): Promise<Uint8Array> {
    if (this.#ahead.length === 0) {
      const more = await this.#more()
      if (more === null) throw s3Refusal('IncompleteBody', 'The body ended too early')
      this.#ahead = Buffer.from(more)
    }
    return this.#take(Math.min(most, this.#ahead.length))
  }

  #take(length: number): Buffer {
    const taken = this.#ahead.subarray(0, length)
    this.#ahead = this.#ahead.subarray(length)
    return taken
  }

  async #more(): Promise<Uint8Array | null> {
    const next = await this.#source.next()
    return next.done ? null : next.value
  }
}

type Checksums = {
  update: (bytes: Uint8Array) => void
  expect: (name: string, value: string) => void
  hold: () => boolean
}

/** The checksums that came with a body, or are to come behind it. One whose kind is not known is passed over. */
function checksumsOf(headers: IncomingHttpHeaders): Checksums {
  const expected = new Map<string, string>()
  const running = new Map<string, Running>()
  const announce = (name: string) => {
    const make = kinds[name]
    if (make && !running.has(name)) running.set(name, make())
  }
  for (const name of Object.keys(kinds)) {
    const value = headers[name]
    if (typeof value !== 'string') continue
    announce(name)
    expected.set(name, value)
  }
  for (const name of String(headers['x-amz-trailer'] ?? '')
    .toLowerCase()
    .split(','))
    announce(name.trim())
  return {
    update: (bytes) => {
      for (const one of running.values()) one.update(bytes)
    },
    expect: (name, value) => void expected.set(name, value),
    hold: () => [...running].every(([name, one]) => expected.get(name) === one.end()),
  }
}

type Running = { update: (bytes: Uint8Array) => void; end: () => string }

const kinds: Readonly<Record<string, () => Running>> = {
  'content-md5': () => hashed(createHash('md5')),
  'x-amz-checksum-sha1': () => hashed(createHash('sha1')),
  'x-amz-checksum-sha256': () => hashed(createHash('sha256')),
  'x-amz-checksum-crc32': () => {
    let sum = 0
    return {
      update: (bytes) => {
        sum = crc32(bytes, sum)
      },
      end: () => {
        const bytes = Buffer.alloc(4)
        bytes.writeUInt32BE(sum >>> 0)
        return bytes.toString('base64')
      },
    }
  },
}

function hashed(hash: Hash): Running {
  return { update: (bytes) => void hash.update(bytes), end: () => hash.digest('base64') }
}
