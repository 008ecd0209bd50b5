import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import subsetFont from 'subset-font'

/**
 * `npm run fonts -w @app/web`: subsets the fonts of `fonts/faces.css` to their `unicode-range` and
 * `font-weight`, and writes them and the stylesheet into `src/styles`. Run it when a test reports a
 * missing character, and commit the result.
 */
const { resolve } = createRequire(import.meta.url)
const root = path.resolve(import.meta.dirname, '..')
const folder = path.join(root, 'src/styles/fonts')

if (import.meta.main) await subsetFonts()

async function subsetFonts(): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  let css = addFallbackFont(await readFile(path.join(root, 'fonts/faces.css'), 'utf8'))
  for (const block of css.match(/@font-face\s*{[^}]*url\([^}]*}/g) ?? []) {
    const cut = await subsetFontFace(block)
    css = css.replace(block, () => cut)
  }
  await writeFile(
    path.join(root, 'src/styles/fonts.css'),
    css.replace(/^\/\*.*?\*\//s, '/* Written by build/cut-fonts.ts. */'),
  )
}

/**
 * Adds fallback fonts: `FAMILY SOMETHING` for the characters of `FAMILY Variable`, and `FAMILY
 * SOMETHING Rest` for all others. Throws for an unknown family.
 */
export function addFallbackFont(css: string): string {
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

async function subsetFontFace(block: string): Promise<string> {
  const url = find(block, /url\("([^"]+)"\)/)
  const signs = charactersIn(find(block, /unicode-range:([^;]+);/))
  const wght = weightOf(find(block, /font-weight:([^;]+);/))
  const font = await subsetFont(await readFile(resolve(url)), signs, {
    targetFormat: 'woff2',
    variationAxes: { wght },
  })
  const [first = 0] = [...signs].map((sign) => sign.codePointAt(0) ?? 0)
  const file = `${path.basename(url, '-wght-normal.woff2')}-${first.toString(16)}.woff2`
  await writeFile(path.join(folder, file), font)
  return block.replace(url, `./fonts/${file}`)
}

/** `U+0401, U+0410-044F` as the signs themselves. */
export function charactersIn(unicodeRange: string): string {
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

function weightOf(fontWeight: string): number | { min: number; max: number } {
  const [min = Number.NaN, max = min] = fontWeight.trim().split(/\s+/).map(Number)
  return min === max ? min : { min, max }
}

function find(block: string, pattern: RegExp): string {
  const value = pattern.exec(block)?.[1]
  if (!value) throw new Error(`A face says nothing of ${pattern.source}:\n${block}`)
  return value
}
