import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('./ru/', import.meta.url)
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.(ts|md)$/.test(name) && !name.endsWith('.test.ts'),
)

/** Words that promise, frighten or sell; what they stand for is never how we speak. */
const forbidden =
  /токсин|шлак|детокс|чудо|чудес|волшебн|гарантир|вылечи|исцел|жиросжиг|идеальн\S* фигур|на 100 ?%|навсегда избав|срочно|только сегодня|скидк|рубл|₽|!{2,}|\.{4,}/i

/** Straight quotes, a hyphen for a dash, е where it must be ё. */
const slips =
  /[а-яё] - [а-яё]|"[а-яё]|[а-яё]"|(?<![а-яё])(еще|ее|нее|свое|твое|мое|все равно|все еще|идет|придет|найдет|начнем|дает|берет|ребенок|зеленый|трех|четырех)(?![а-яё])/i

test('the package is read whole', () => {
  expect(files.length).toBeGreaterThan(40)
})

test.each(files)('%s is well spelt and uses no forbidden words', (name) => {
  const text = readFileSync(new URL(name, root), 'utf8')
  expect(text.match(forbidden)?.[0]).toBeUndefined()
  expect(text.match(slips)?.[0]).toBeUndefined()
})
