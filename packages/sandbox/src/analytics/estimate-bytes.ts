/** A stack trace, the deepest value that is sent, has half of this depth. */
const maxDepth = 16

/**
 * Estimates the memory of a parsed value in bytes. Throws when the value is nested deeper than any
 * real event.
 */
export function estimateBytes(value: unknown, depth = 0): number {
  if (typeof value === 'string') return 24 + 2 * value.length
  if (typeof value !== 'object' || value === null) return 16
  if (depth === maxDepth) throw new RangeError('nested too deeply')
  let weight = 64
  for (const [name, held] of Object.entries(value))
    weight += 32 + 2 * name.length + estimateBytes(held, depth + 1)
  return weight
}
