import { crc32, createDeflateRaw } from 'node:zlib'

export type ZipFile = { name: string; content: AsyncIterable<Buffer> | Iterable<Buffer> }

type Written = { name: Buffer; offset: number; crc: number; packed: number; size: number }

/** 1 January 1980, the first day a ZIP knows: when a file was made is nobody's business. */
const day = 0x0021
/** Names are UTF-8, and sizes stand after a file's bytes, since nobody knows them before. */
const flags = 0x0808
const deflated = 8
const version = 20

/** Files in one, packed as they come: no more of them is in memory than a piece (APPNOTE 6.3.10, without its 64-bit part). */
export async function* zip(files: AsyncIterable<ZipFile> | Iterable<ZipFile>): AsyncGenerator<Buffer> {
  const written: Written[] = []
  let offset = 0
  for await (const { name, content } of files) {
    const file: Written = { name: Buffer.from(name), offset, crc: 0, packed: 0, size: 0 }
    const head = header(0x04034b50, [
      ...([
        [version, 2],
        [flags, 2],
        [deflated, 2],
        [0, 2],
        [day, 2],
      ] as const),
      ...([
        [0, 4],
        [0, 4],
        [0, 4],
        [file.name.length, 2],
        [0, 2],
      ] as const),
    ])
    yield Buffer.concat([head, file.name])
    for await (const piece of pack(content, file)) {
      file.packed += piece.length
      yield piece
    }
    const tail = header(0x08074b50, [
      [file.crc, 4],
      [file.packed, 4],
      [file.size, 4],
    ])
    yield tail
    offset += head.length + file.name.length + file.packed + tail.length
    written.push(file)
  }

  const directory = Buffer.concat(written.flatMap(entry))
  yield directory
  yield header(0x06054b50, [
    ...([
      [0, 2],
      [0, 2],
      [written.length, 2],
      [written.length, 2],
    ] as const),
    ...([
      [directory.length, 4],
      [offset, 4],
      [0, 2],
    ] as const),
  ])
}

function entry({ name, offset, crc, packed, size }: Written): Buffer[] {
  const head = header(0x02014b50, [
    ...([
      [version, 2],
      [version, 2],
      [flags, 2],
      [deflated, 2],
      [0, 2],
      [day, 2],
    ] as const),
    ...([
      [crc, 4],
      [packed, 4],
      [size, 4],
      [name.length, 2],
    ] as const),
    ...([
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [offset, 4],
    ] as const),
  ])
  return [head, name]
}

/** Packs a file's bytes, and counts them. A reader that stops in the middle leaves nothing running. */
async function* pack(content: ZipFile['content'], file: Written): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw()
  const feeding = feed(content, file, deflate)
  // Said where the bytes are read; here it only must not go unheard.
  feeding.catch((error: Error) => deflate.destroy(error))
  for await (const piece of deflate) yield piece as Buffer
  await feeding
}

async function feed(
  content: ZipFile['content'],
  file: Written,
  deflate: ReturnType<typeof createDeflateRaw>,
) {
  for await (const piece of content) {
    if (deflate.destroyed) return
    file.crc = crc32(piece, file.crc)
    file.size += piece.length
    if (deflate.write(piece)) continue
    await new Promise<void>((resolve) => {
      const go = () => {
        deflate.off('drain', go).off('close', go)
        resolve()
      }
      deflate.on('drain', go).on('close', go)
    })
  }
  deflate.end()
}

function header(signature: number, fields: readonly (readonly [value: number, bytes: 2 | 4])[]): Buffer {
  const buffer = Buffer.alloc(4 + fields.reduce((sum, [, bytes]) => sum + bytes, 0))
  let at = buffer.writeUInt32LE(signature, 0)
  for (const [value, bytes] of fields) {
    at = bytes === 2 ? buffer.writeUInt16LE(value, at) : buffer.writeUInt32LE(value >>> 0, at)
  }
  return buffer
}
