import type { Readable } from 'node:stream'
import type { Sharp } from 'sharp'
import type { ImageSettings } from '../../settings.ts'
import { invalidRequest, StorageError, tooManyRequests } from '../storage-errors.ts'
import { type LoadLog, loadSharp } from './load-sharp.ts'
import type { Transformation } from './read-transformation.ts'

export type TransformedImage = { bytes: Buffer; type: string }
type Formats = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif'

/** Makes a smaller image of one. `accept` says which types whoever asked can show. */
export type TransformImage = (
  source: { bytes: () => Promise<Readable>; size: number },
  transformation: Transformation,
  accept: string,
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
const longestSeconds = 10
const mostWaiting = 16
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

  return (source, transformation, accept) =>
    queue(async () => {
      if (source.size > settings.maxInputBytes) throw unsupported()
      const input = await gather(await source.bytes(), settings.maxInputBytes)
      const options = {
        limitInputPixels: settings.maxInputPixels,
        failOn: 'error',
        sequentialRead: true,
      } as const
      try {
        const { format, pages = 1 } = await sharp(input, options).metadata()
        const own = formats[format]
        if (!own || pages > 1) throw unsupported()
        const image = shaped(sharp(input, options).autoOrient(), transformation)
        const target = targetOf(own, transformation, accept)
        const quality = transformation.quality ?? usualQuality
        const { data } = await image
          .toFormat(target, target === 'png' || target === 'gif' ? {} : { quality })
          .timeout({ seconds: longestSeconds })
          .toBuffer({ resolveWithObject: true })
        return { bytes: data, type: `image/${target}` }
      } catch (error) {
        throw error instanceof StorageError ? error : refusalOf(error)
      }
    })
}

/** What to answer when the library throws. */
export function refusalOf(error: unknown): StorageError {
  // Thus libvips says that its time was over.
  return error instanceof Error && error.message.startsWith('timeout: ') ? tookTooLong() : unsupported()
}

function shaped(image: Sharp, { width, height, resize = 'cover' }: Transformation): Sharp {
  if (!width && !height) return image
  const fit = resize === 'contain' ? 'inside' : resize
  return image.resize({ width, height, fit, withoutEnlargement: true })
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

/** So many at a time; the others wait, and when too many do, the next are told to come again. */
function takeTurns(most: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (waiting.length >= mostWaiting) throw tooManyRequests()
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
