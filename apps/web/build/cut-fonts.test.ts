import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { signsOf } from './cut-fonts.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const css = readFileSync(path.join(root, 'apps/web/src/styles/fonts.css'), 'utf8')

test('a range stands for its signs', () => {
  expect(signsOf('U+0401, U+0410-0413')).toBe('ЁАБВГ')
})

const families = ['Literata', 'Golos Text'] as const

test.each(families)('%s has every sign our texts use', (family) => {
  const signs = [...signsOfFamily(`${family} Variable`), ...signsOfFamily(`${family} Rare`)]
  expect([...textSigns()].filter((sign) => !signs.includes(sign))).toEqual([])
})

test.each(families)('what stands in for %s leaves the rare signs to their own family', (family) => {
  const rare = signsOfFamily(`${family} Rare`)
  const standIns = [...css.matchAll(/"([^"]+)";\s+src: local/g)]
    .map(([, name = '']) => name)
    .filter((name) => family.startsWith(name.split(' ')[0] ?? ''))
  expect(standIns).toHaveLength(3)
  for (const standIn of standIns) {
    const signs = signsOfFamily(standIn)
    expect(signsOfFamily(`${family} Variable`).filter((sign) => !signs.includes(sign))).toEqual([])
    // The letters of PDF are in the first family of Golos alone.
    expect(rare.filter((sign) => signs.includes(sign) && !'DFP'.includes(sign))).toEqual([])
  }
})

function signsOfFamily(family: string): string[] {
  return (css.match(/@font-face\s*{[^}]*unicode-range[^}]*}/g) ?? [])
    .filter((face) => face.includes(`"${family}"`))
    .flatMap((face) => [...signsOf(/unicode-range:([^;]+);/.exec(face)?.[1] ?? '')])
}

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
