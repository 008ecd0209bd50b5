import { invalidRequest } from '../storage-errors.ts'

/** What an image is to become; upstream's words. */
export type Transformation = {
  width?: number
  height?: number
  resize?: 'cover' | 'contain' | 'fill'
  quality?: number
  format?: 'origin' | 'avif' | 'webp'
}

/** Larger than this nothing is made. */
export const longestSide = 2500

/** Reads what is asked of an image, from a query or a body; throws when it makes no sense. */
export function readTransformation(asked: Readonly<Record<string, unknown>>, place: string): Transformation {
  const width = wholeOf(asked, 'width', place, 0, Number.MAX_SAFE_INTEGER)
  const height = wholeOf(asked, 'height', place, 0, Number.MAX_SAFE_INTEGER)
  const quality = wholeOf(asked, 'quality', place, 20, 100)
  const resize = choiceOf(asked, 'resize', place, ['cover', 'contain', 'fill'] as const)
  const format = choiceOf(asked, 'format', place, ['origin', 'avif', 'webp'] as const)
  return {
    ...(width ? { width: Math.min(width, longestSide) } : {}),
    ...(height ? { height: Math.min(height, longestSide) } : {}),
    ...(resize ? { resize } : {}),
    ...(quality === undefined ? {} : { quality }),
    ...(format ? { format } : {}),
  }
}

/** The same in upstream's one line, which a signed link carries. */
export function writeTransformation({ width, height, resize, quality, format }: Transformation): string {
  const parts = { height, width, resize, quality, format }
  return Object.entries(parts)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}:${value}`]))
    .join(',')
}

export function parseTransformation(line: string): Transformation {
  return readTransformation(Object.fromEntries(line.split(',').map((part) => part.split(':'))), 'token')
}

const resizingTypes = { cover: 'fill', contain: 'fit', fill: 'force' } as const

/** What was done, in the words that upstream answers with. */
export function describeTransformation({ width, height, resize, quality, format }: Transformation): string {
  const parts = {
    height,
    width,
    resizing_type: width || height ? resizingTypes[resize ?? 'cover'] : undefined,
    quality,
    format: format === 'origin' ? undefined : format,
  }
  return Object.entries(parts)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}:${value}`]))
    .join(',')
}

function wholeOf(
  asked: Readonly<Record<string, unknown>>,
  name: string,
  place: string,
  min: number,
  max: number,
): number | undefined {
  const value = asked[name]
  if (value === undefined || value === '') return undefined
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw invalidRequest(`${place}/${name} must be integer`)
  if (number < min) throw invalidRequest(`${place}/${name} must be >= ${min}`)
  if (number > max) throw invalidRequest(`${place}/${name} must be <= ${max}`)
  return number
}

function choiceOf<Choice extends string>(
  asked: Readonly<Record<string, unknown>>,
  name: string,
  place: string,
  choices: readonly Choice[],
): Choice | undefined {
  const value = asked[name]
  if (value === undefined || value === '') return undefined
  const known = choices.find((choice) => choice === value)
  if (!known) throw invalidRequest(`${place}/${name} must be equal to one of the allowed values`)
  return known
}
