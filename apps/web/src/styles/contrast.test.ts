import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const source = path.resolve(import.meta.dirname, '..')
const css = readFileSync(path.join(import.meta.dirname, 'colours.css'), 'utf8')

type Palette = Readonly<Record<string, string>>

const light = tokensOf(css.slice(css.indexOf('@theme')))
const dark = { ...light, ...tokensIn('(prefers-color-scheme: dark)') }
const palettes: Record<string, Palette> = {
  light,
  dark,
  'light with more contrast': { ...light, ...tokensIn('(prefers-contrast: more)') },
  'dark with more contrast': {
    ...dark,
    ...tokensIn('(prefers-contrast: more)'),
    ...tokensIn('(prefers-contrast: more) and (prefers-color-scheme: dark)'),
  },
}

const grounds = ['paper', 'card', 'card-bright', 'mist', 'amber-soft', 'amber-soft/55', 'amber-soft/60']

/** Which words stand on which grounds. `ground/55` is that much of the ground over the page's own. */
const words: [word: string, grounds: string[]][] = [
  ['ink', [...grounds, 'mist-deep', 'blue-soft', 'purple-soft', 'danger-soft']],
  ['ink-soft', [...grounds, 'mist-deep', 'blue-soft', 'purple-soft']],
  ['meadow-deep', grounds],
  ['amber-deep', ['paper', 'card', 'amber-soft', 'amber-soft/55', 'paper/85']],
  ['danger', ['paper', 'card', 'mist', 'amber-soft', 'danger-soft']],
  ['on-fill', ['meadow', 'meadow-deep', 'ink', 'danger', 'danger/90', 'danger/80', 'blue', 'purple']],
  ['night', ['amber', 'amber/90', 'amber/80']],
  ['on-night', ['night']],
  ['amber', ['night']],
]

/** What is no word and yet has to be seen: the edges of controls, the ring of the focus, marks and ticks. */
const shapes: [shape: string, grounds: string[]][] = [
  ['line-strong', ['paper', 'card', 'card-bright']],
  ['meadow', ['paper', 'card', 'mist', 'amber-soft/50', 'amber-soft/55']],
  ['meadow-deep', ['paper', 'card', 'mist']],
  ['amber', ['night']],
  ['danger', ['card']],
  ['blue', ['paper']],
  ['purple', ['paper']],
]

describe.each(Object.entries(palettes))('%s', (_, palette) => {
  test.each(pairs(words))('%s can be read on %s', (word, ground) => {
    expect(contrast(palette, word, ground)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(pairs(shapes))('%s can be seen on %s', (shape, ground) => {
    expect(contrast(palette, shape, ground)).toBeGreaterThanOrEqual(3)
  })
})

test('who asks for more contrast gets it', () => {
  for (const [plain, more] of [
    ['light', 'light with more contrast'],
    ['dark', 'dark with more contrast'],
  ] as const) {
    for (const token of ['ink-soft', 'line', 'line-strong', 'meadow', 'amber-deep']) {
      expect(ratioOn(more, token), `${token}, ${more}`).toBeGreaterThan(ratioOn(plain, token))
    }
  }
})

test('every colour that a component names is one of these, so that it has a value in both schemes', () => {
  const known = new Set([...Object.keys(light), 'transparent', 'current', 'inherit'])
  const families = Object.keys(light).map((token) => token.split('-')[0])
  const named =
    /[\w-]*(?:bg|text|border(?:-[xytrbl])?|ring|fill|stroke|outline|divide|decoration|marker:text|caret|accent|from|via|to)-([a-z]+(?:-[a-z]+)*)/g
  const unknown = sources().flatMap(({ file, text }) => {
    const names = [...text.matchAll(named)].map(([, name = '']) => name)
    // Drawings are made of colours of their own, and stand on a plate of theirs.
    const raw = /-\[#/.test(text) && !file.includes('pictures/') ? [`${file}: a colour of its own`] : []
    // White in either scheme is for the cameras that read a QR code.
    const isKnown = (name: string) => known.has(name) && (name !== 'white' || file.endsWith('/enrolment.tsx'))
    const astray = names.filter((name) => families.includes(name.split('-')[0]) && !isKnown(name))
    return [...raw, ...astray.map((name) => `${file}: ${name}`)]
  })
  expect(unknown).toEqual([])
})

test('the bar of the browser has the colour of the page', () => {
  const page = readFileSync(path.join(source, '../index.html'), 'utf8')
  const metas = [
    ...page.matchAll(/name="theme-color" media="\(prefers-color-scheme: (\w+)\)" content="([^"]+)"/g),
  ]
  expect(metas.map(([, scheme, colour]) => [scheme, colour])).toEqual([
    ['light', light.paper],
    ['dark', dark.paper],
  ])
})

function sources(): { file: string; text: string }[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => ({ file, text: readFileSync(path.join(source, file), 'utf8') }))
}

function pairs(table: [string, string[]][]): [string, string][] {
  return table.flatMap(([front, backs]) => backs.map((back): [string, string] => [front, back]))
}

function tokensIn(media: string): Palette {
  const start = css.indexOf(`@media screen and ${media} {`)
  if (start < 0) throw new Error(`colours.css says nothing of ${media}`)
  return tokensOf(css.slice(start))
}

/** The tokens of the first block in a piece of the stylesheet. */
function tokensOf(text: string): Palette {
  const block = text.slice(0, text.indexOf('}'))
  return Object.fromEntries(
    [...block.matchAll(/--color-([a-z-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
  )
}

type Rgb = [number, number, number]

function colourOf(palette: Palette, token: string): Rgb {
  const value = palette[token] ?? ''
  const other = /^var\(--color-([a-z-]+)\)$/.exec(value)?.[1]
  if (other) return colourOf(palette, other)
  const digits = /^#([\da-f]{3}|[\da-f]{6})$/.exec(value)?.[1]
  if (!digits) throw new Error(`${token} is ${value || 'no colour of ours'}`)
  const step = digits.length / 3
  const part = (at: number) => Number.parseInt(digits.slice(at * step, (at + 1) * step).repeat(3 - step), 16)
  return [part(0), part(1), part(2)]
}

/** `ink` or, laid over `under` at 55 %, `ink/55`. */
function seen(palette: Palette, token: string, under: Rgb): Rgb {
  const [name = '', percent = '100'] = token.split('/')
  const share = Number(percent) / 100
  const colour = colourOf(palette, name)
  return under.map((below, at) => below + ((colour[at] ?? 0) - below) * share) as Rgb
}

function contrast(palette: Palette, front: string, ground: string): number {
  const below = seen(palette, ground, colourOf(palette, 'paper'))
  const [bright, dim] = [luminance(below), luminance(seen(palette, front, below))].sort((a, b) => b - a)
  return ((bright ?? 0) + 0.05) / ((dim ?? 0) + 0.05)
}

function ratioOn(palette: string, token: string): number {
  return contrast(palettes[palette] ?? {}, token, 'paper')
}

/** As WCAG 2 defines it. */
function luminance(colour: Rgb): number {
  const [r = 0, g = 0, b = 0] = colour.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
