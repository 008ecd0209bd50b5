import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { signsOf } from './cut-fonts.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const css = readFileSync(path.join(root, 'apps/web/src/styles/fonts.css'), 'utf8')

test('a range stands for its signs', () => {
  expect(signsOf('U+0401, U+0410-0413')).toBe('ЁАБВГ')
})

test.each(['Literata Variable', 'Golos Text Variable'])('%s has every sign our texts use', (family) => {
  const faces = css.match(/@font-face\s*{[^}]*unicode-range[^}]*}/g) ?? []
  const signs = faces
    .filter((face) => face.includes(`"${family}"`))
    .map((face) => signsOf(/unicode-range:([^;]+);/.exec(face)?.[1] ?? ''))
    .join('')
  expect([...textSigns()].filter((sign) => !signs.includes(sign))).toEqual([])
})

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
