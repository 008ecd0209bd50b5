import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'
type EncodedBody = { encoding: Encoding; bytes: Buffer }

/** Returns the body in the requested encoding, or unchanged when compression is useless. */
export type Encode = (encoding: Encoding) => Promise<EncodedBody>

/** Compresses a body on the first request and caches it. `brotli` is the precompressed body. */
export function createEncoder(content: Buffer, compressible: boolean, brotli?: Buffer): Encode {
  const plain = Promise.resolve<EncodedBody>({ encoding: 'identity', bytes: content })
  const made = new Map<Encoding, Promise<EncodedBody>>([['identity', plain]])
  if (brotli) made.set('br', Promise.resolve({ encoding: 'br', bytes: brotli }))
  return (encoding) => {
    if (!compressible) return plain
    const known = made.get(encoding)
    if (known) return known
    const making = compress(content, encoding).then((bytes) => ({ encoding, bytes }))
    made.set(encoding, making)
    return making
  }
}

/** The best encoding a client accepts, by its Accept-Encoding; `q=0` refuses one. */
export function chooseEncoding(accepted = ''): Encoding {
  const offers = accepted.split(',').map((offer) => offer.replaceAll(' ', ''))
  const takes = (name: string) => offers.some((offer) => offer === name || isEncodingAccepted(offer, name))
  if (takes('br')) return 'br'
  return takes('gzip') ? 'gzip' : 'identity'
}

function isEncodingAccepted(offer: string, name: string): boolean {
  const quality = new RegExp(`^${name};q=([\\d.]+)$`).exec(offer)?.[1]
  return quality !== undefined && Number(quality) > 0
}

async function compress(content: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(content, { level: 9 })
  return promisify(brotliCompress)(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  })
}
