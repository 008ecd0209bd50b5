import { addAbortSignal, type Readable } from 'node:stream'
import type { Sharp } from 'sharp'
import type { ImageSettings } from '../../settings.ts'
import { invalidRequest, StorageError, tooManyRequests } from '../storage-errors.ts'
import { type LoadLog, loadSharp } from './load-sharp.ts'
import { longestSide, type Transformation } from './read-transformation.ts'
import { type Asker, takeTurns } from './take-turns.ts'

export type TransformedImage = { bytes: Buffer; type: string }
type Formats = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif'

/** Makes a smaller image of one, for as long as whoever asked is there. `accept` says which types they can show. */
export type TransformImage = (
  source: { bytes: () => Promise<Readable>; size: number },
  transformation: Transformation,
  accept: string,
  asker: Asker,
) => Promise<TransformedImage>

/** The decoders that may see what strangers upload; vectors, documents and all else are not among them. */
const decoders = [
  'VipsForeignLoadJpeg',
  'VipsForeignLoadPng',
  'VipsForeignLoadWebp',
  'VipsForeignLoadHeif',
  'VipsForeignLoadNsgif',
]
const formats: Readonly<Record<string, Formats>> = {
  jpeg: 'jpeg',
  png: 'png',
  webp: 'webp',
  gif: 'gif',
  heif: 'avif',
  avif: 'avif',
}
/** From being asked to being sent, the wait included. */
const longestMs = 10_000
/** AVIF takes many times what others take, and cannot be stopped on its way. */
const longestAvifSide = 1280
const usualQuality = 80

/** Null when images are not to be transformed, or what does it is not there. */
export async function openImages(
  settings: ImageSettings | null,
  log: LoadLog,
): Promise<TransformImage | null> {
  if (settings === null) return null
  const sharp = await loadSharp(log)
  if (!sharp) return null
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: decoders })
  const queue = takeTurns(settings.concurrency)

  return (source, transformation, accept, { address, signal: gone }) =>
    within(longestMs, gone, (signal, leftMs) =>
      queue({ address, signal }, async () => {
        if (source.size > settings.maxInputBytes) throw unsupported()
        const bytes = addAbortSignal(signal, await source.bytes())
        const input = await gather(bytes, settings.maxInputBytes).catch((error) => {
          throw signal.aborted ? tooManyRequests() : error
        })
        const options = {
          limitInputPixels: settings.maxInputPixels,
          failOn: 'error',
          sequentialRead: true,
        } as const
        try {
          const { format, pages = 1 } = await sharp(input, options).metadata()
          const own = formats[format]
          if (!own || pages > 1) throw unsupported()
          const target = targetOf(own, transformation, accept)
          const image = shaped(sharp(input, options).autoOrient(), transformation, target)
          const quality = transformation.quality ?? usualQuality
          const { data } = await image
            .toFormat(target, encodingOf(target, quality))
            .timeout({ seconds: Math.max(1, Math.ceil(leftMs() / 1000)) })
            .toBuffer({ resolveWithObject: true })
          return { bytes: data, type: `image/${target}` }
        } catch (error) {
          if (signal.aborted) throw tooManyRequests()
          throw error instanceof StorageError ? error : refusalOf(error)
        }
      }),
    )
}

/** Gives work so much time, which ends when whoever asked is gone, too. */
async function within<Result>(
  ms: number,
  gone: AbortSignal,
  work: (signal: AbortSignal, leftMs: () => number) => Promise<Result>,
): Promise<Result> {
  const ending = new AbortController()
  const end = () => ending.abort()
  const endsAt = performance.now() + ms
  const timer = setTimeout(end, ms)
  gone.addEventListener('abort', end, { once: true })
  if (gone.aborted) end()
  try {
    return await work(ending.signal, () => endsAt - performance.now())
  } finally {
    clearTimeout(timer)
    gone.removeEventListener('abort', end)
  }
}

/** Nothing is made larger than it is, nor larger than anything may be. */
function shaped(image: Sharp, { width, height, resize = 'cover' }: Transformation, target: Formats): Sharp {
  const most = target === 'avif' ? longestAvifSide : longestSide
  const withoutEnlargement = true
  // A side that nobody asked for has its length from the other, which a very long image makes very long.
  if (!width || !height) {
    const box = { width: Math.min(width || most, most), height: Math.min(height || most, most) }
    return image.resize({ ...box, fit: 'inside', withoutEnlargement })
  }
  const scale = Math.min(1, most / Math.max(width, height))
  const box = { width: Math.ceil(width * scale), height: Math.ceil(height * scale) }
  return image.resize({ ...box, fit: resize === 'contain' ? 'inside' : resize, withoutEnlargement })
}

function encodingOf(target: Formats, quality: number): { quality?: number; effort?: number } {
  if (target === 'png' || target === 'gif') return {}
  return target === 'avif' ? { quality, effort: 0 } : { quality }
}

/** What to answer when the library throws. */
export function refusalOf(error: unknown): StorageError {
  // Thus libvips says that its time was over.
  return error instanceof Error && error.message.startsWith('timeout: ') ? tookTooLong() : unsupported()
}

/** As it came, unless something else was asked for or whoever asked can show what is smaller. */
function targetOf(own: Formats, { format }: Transformation, accept: string): Formats {
  if (format === 'origin') return own
  if (format) return format
  return own !== 'gif' && accept.includes('image/webp') ? 'webp' : own
}

async function gather(bytes: Readable, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of bytes) {
    length += (chunk as Buffer).length
    if (length > most) throw unsupported()
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

const tookTooLong = () =>
  new StorageError(503, 'ProcessingTimeout', 'The source image takes too long to render', {
    code: 'ProcessingTimeout',
    status: 503,
  })
const unsupported = () => invalidRequest('The source image is invalid or unsupported for rendering')
