const [base, tMin, tMax, skew, damp] = [36, 1, 26, 38, 700]

/**
 * Decodes a domain label (RFC 3492), because browsers turn `mаil` with a Cyrillic letter into
 * `xn--mil-…`. Neither browsers nor small libraries offer this.
 */
export function decodePunycodeLabel(label: string): string {
  const encoded = /^xn--(.+)$/i.exec(label)?.[1]?.toLowerCase()
  if (encoded === undefined) return label
  const end = encoded.lastIndexOf('-')
  const letters = [...encoded.slice(0, Math.max(end, 0))].map((letter) => letter.charCodeAt(0))
  let [code, at, bias] = [128, 0, 72]
  let digits = [...encoded.slice(end + 1)].map(digitOf)
  while (digits.length > 0) {
    const before = at
    let weight = 1
    for (let k = base; ; k += base) {
      const [digit, ...rest] = digits
      if (digit === undefined || digit < 0) return label
      digits = rest
      at += digit * weight
      const threshold = Math.min(Math.max(k - bias, tMin), tMax)
      if (digit < threshold) break
      weight *= base - threshold
    }
    const count = letters.length + 1
    bias = adaptBias(at - before, count, before === 0)
    code += Math.floor(at / count)
    at %= count
    if (code > 0x10ffff) return label
    letters.splice(at, 0, code)
    at += 1
  }
  return String.fromCodePoint(...letters)
}

function digitOf(letter: string): number {
  return 'abcdefghijklmnopqrstuvwxyz0123456789'.indexOf(letter)
}

function adaptBias(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? damp : 2))
  rest += Math.floor(rest / count)
  let k = 0
  for (; rest > ((base - tMin) * tMax) / 2; k += base) rest = Math.floor(rest / (base - tMin))
  return k + Math.floor(((base - tMin + 1) * rest) / (rest + skew))
}
