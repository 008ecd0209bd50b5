/** A stack trace, the deepest thing that is sent, has half of it. */
const maxDepth = 16

/**
 * About how many bytes of memory a parsed value takes: many small things take far more of it than their text.
 * Throws for a value in which things lie deeper than anything of ours does.
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
