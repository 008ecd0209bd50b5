const defaultMinLikeness = 0.33

/** The name most like another, or null when none is like it enough. */
export function closestName(
  name: string,
  names: readonly string[],
  minLikeness = defaultMinLikeness,
): string | null {
  const wanted = name.toLowerCase()
  const [best] = [...new Set(names)]
    .filter((one) => sharesPairs(wanted, one.toLowerCase()))
    .map((one) => ({ one, likeness: likenessOf(wanted, one.toLowerCase()) }))
    .sort((a, b) => b.likeness - a.likeness || (a.one < b.one ? -1 : 1))
  return best && best.likeness > minLikeness ? best.one : null
}

/**
 * Returns true when two names have two letters in a row in common, without which comparing them is
 * not worth the time.
 */
function sharesPairs(a: string, b: string): boolean {
  for (let i = 0; i + 2 <= a.length; i++) if (b.includes(a.slice(i, i + 2))) return true
  return false
}

/** 1 for the same text, 0 for one that has to be written anew: the share of letters that may stay. */
function likenessOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same))
    }
    row = next
  }
  return 1 - (row[b.length] ?? 0) / Math.max(a.length, b.length, 1)
}
