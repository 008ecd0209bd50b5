import type { ByteRange } from '../stores/object-store.ts'

/** Reads a `Range` header of one range. Several ranges, or anything else, mean the whole; `unsatisfiable` is 416. */
export function readRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return 'whole'
  const last = size - 1
  if (match[1] === '') {
    const length = Number(match[2])
    return length === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - length), end: last }
  }
  const start = Number(match[1])
  const end = match[2] === '' ? last : Math.min(Number(match[2]), last)
  if (start > last) return 'unsatisfiable'
  return end < start ? 'whole' : { start, end }
}
