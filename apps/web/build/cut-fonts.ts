import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

/** A face of `fonts.css`: the file it names, the signs it is for, and its weights. */
type Face = { source: string; text: string; weight: number | { min: number; max: number } }

const { resolve } = createRequire(import.meta.url)

/**
 * Cuts each font of a stylesheet down to what its `@font-face` says it is for: the signs of its `unicode-range`, the
 * weights of its `font-weight`. So the stylesheet alone decides what a visitor fetches. Throws for a face that lacks either. What stands
 * in for the files is for as much as they are (`standIn`).
 */
export function cutFonts(cacheDir: string): Plugin {
  return {
    name: 'cut-fonts',
    enforce: 'pre',
    async transform(css, id) {
      if (!id.endsWith('/fonts.css')) return null
      await mkdir(cacheDir, { recursive: true })
      const whole = standIn(css)
      const blocks = whole.match(/@font-face\s*{[^}]*url\([^}]*}/g) ?? []
      const cut = await Promise.all(blocks.map((block) => cutFace(block, cacheDir)))
      return blocks.reduce((rest, block, index) => rest.replace(block, () => cut[index] ?? block), whole)
    },
  }
}

/**
 * Has each `local()` face, called `FAMILY SOMETHING`, stand in for the signs of `FAMILY Variable` alone, and another, `FAMILY SOMETHING Rest`,
 * for any sign. Throws where there is no such family.
 */
export function standIn(css: string): string {
  return css.replace(/@font-face\s*{[^}]*local\([^}]*}/g, (face) => {
    const name = find(face, /font-family: "([^"]+)"/)
    const family = `"${name.replace(/ \S+$/, ' Variable')}"`
    const first = (css.match(/@font-face\s*{[^}]*}/g) ?? []).filter((each) => each.includes(family))
    if (first.length === 0) throw new Error(`${name} stands in for ${family}, which there is not`)
    const ranges = first.map((each) => find(each, /unicode-range:([^;]+);/).trim())
    const limited = face.replace(/}$/, `  unicode-range: ${ranges.join(', ')};\n}`)
    return `${limited}\n\n${face.replace(`"${name}"`, `"${name} Rest"`)}`
  })
}

async function cutFace(block: string, cacheDir: string): Promise<string> {
  const url = find(block, /url\("([^"]+)"\)/)
  const face: Face = {
    source: resolve(url),
    text: signsOf(find(block, /unicode-range:([^;]+);/)),
    weight: weightOf(find(block, /font-weight:([^;]+);/)),
  }
  return block.replace(`"${url}"`, `"${await cutFile(face, cacheDir)}"`)
}

async function cutFile({ source, text, weight }: Face, cacheDir: string): Promise<string> {
  const font = await readFile(source)
  const hash = createHash('sha256')
    .update(font)
    .update(JSON.stringify([text, weight]))
    .digest('hex')
  const file = path.join(cacheDir, `${path.basename(source, '-wght-normal.woff2')}-${hash.slice(0, 8)}.woff2`)
  if (existsSync(file)) return file
  await writeFile(
    file,
    await subsetFont(font, text, { targetFormat: 'woff2', variationAxes: { wght: weight } }),
  )
  return file
}

/** `U+0401, U+0410-044F` as the signs themselves. */
export function signsOf(unicodeRange: string): string {
  return unicodeRange
    .split(',')
    .map((part) => {
      const [first = Number.NaN, last = first] = part
        .trim()
        .slice('U+'.length)
        .split('-')
        .map((code) => Number.parseInt(code, 16))
      return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at))
    })
    .join('')
}

function weightOf(fontWeight: string): Face['weight'] {
  const [min = Number.NaN, max = min] = fontWeight.trim().split(/\s+/).map(Number)
  return min === max ? min : { min, max }
}

function find(block: string, pattern: RegExp): string {
  const value = pattern.exec(block)?.[1]
  if (!value) throw new Error(`A face says nothing of ${pattern.source}:\n${block}`)
  return value
}
