import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { addFallbackFont, charactersIn } from './cut-fonts.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const source = (file: string) => readFileSync(path.join(root, 'apps/web/src', file), 'utf8')
const css = source('styles/fonts.css')
const styles = source('styles/app.css')

test('a range stands for its signs', () => {
  expect(charactersIn('U+0401, U+0410-0413')).toBe('ЁАБВГ')
})

test('what stands in for a family that there is not is refused', () => {
  expect(() => addFallbackFont('@font-face { font-family: "Nobody Noto"; src: local("Noto"); }')).toThrow(
    'Nobody Variable',
  )
})

const families = ['Literata', 'Golos Text'] as const

test.each(families)('%s has every sign our texts use', (family) => {
  const signs = [...signsOfFamily(`${family} Variable`), ...signsOfFamily(`${family} Rare`)]
  expect([...textSigns()].filter((sign) => !signs.includes(sign))).toEqual([])
})

test.each(families)(
  'no sign of %s is in two of its faces, and a space is in the face of the words',
  (family) => {
    const faces = [...facesOf(`${family} Variable`), ...facesOf(`${family} Rare`)].map(signsOfFace)
    const signs = faces.flat()
    expect(signs.filter((sign, at) => signs.indexOf(sign) !== at)).toEqual([])
    expect(faces.find((face) => face.includes('я'))).toEqual(expect.arrayContaining([' ', '\u00A0']))
  },
)

test.each(families)('what stands in for %s leaves the rare signs to their own family', (family) => {
  const used = familiesInOrder(family)
  const standIns = used.slice(1, 4)
  expect(used).toEqual([
    `${family} Variable`,
    ...standIns,
    `${family} Rare`,
    ...standIns.map((name) => `${name} Rest`),
  ])
  for (const name of standIns) {
    const signs = signsOfFamily(name)
    expect(signs).toEqual(signsOfFamily(`${family} Variable`))
    expect(signsOfFamily(`${family} Rare`).filter((sign) => signs.includes(sign))).toEqual([])
    expect(facesOf(`${name} Rest`)).toHaveLength(1)
  }
})

/** The families that a text in one of ours names, in their order. */
function familiesInOrder(family: string): string[] {
  const named = /--font-(?:serif|sans):([^;]+);/g
  const [, names = ''] =
    [...styles.matchAll(named)].find(([value]) => value.includes(`"${family} Variable"`)) ?? []
  return [...names.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name)
}

const facesOf = (family: string) =>
  (css.match(/@font-face\s*{[^}]*}/g) ?? []).filter((face) => face.includes(`"${family}"`))

const signsOfFace = (face: string) => [...charactersIn(/unicode-range:([^;]+);/.exec(face)?.[1] ?? '')]

const signsOfFamily = (family: string) => facesOf(family).flatMap(signsOfFace)

/** Every sign in the files that hold Russian words, what stands between them included. Mails are set in other fonts. */
function textSigns(): Set<string> {
  const folder = path.join(root, 'packages/content/src/ru')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^(?!mail\/).*(?<!\.test)\.(ts|md)$/.test(file),
  )
  expect(files.length).toBeGreaterThan(50)
  return new Set(
    files.flatMap((file) => [...readFileSync(path.join(folder, file), 'utf8')]).filter((s) => s >= ' '),
  )
}
