import { expect, test } from 'vitest'
import { typeset, typesetLine } from './typeset.ts'

const visible = (text: string) => text.replaceAll('\u00a0', '_').replaceAll('\u2011', '=')

test.each([
  ['5 000 ₸ и 50 000 ₸', '5_000_₸ и_50_000_₸'],
  ['Сон — это отдых', 'Сон_— это отдых'],
  ['Не спешите с кофе', 'Не_спешите с_кофе'],
  ['и в 9:00', 'и_в_9:00'],
  ['выпейте 200 мл воды', 'выпейте 200_мл воды'],
  ['3 литра и 5 минут', '3 литра и_5_минут'],
  ['(по желанию)', '(по_желанию)'],
  ['слово в слово', 'слово в_слово'],
  ['советы и чек-лист', 'советы и_чек=лист'],
  ['Чек-листы кому-нибудь, что-то', 'Чек=листы кому=нибудь, что=то'],
  ['онлайн-товар, яко-тома', 'онлайн-товар, яко-тома'],
])('«%s» becomes «%s»', (typed, set) => {
  expect(visible(typesetLine(typed))).toBe(set)
})

test('data keeps its shape, functions and numbers their value', () => {
  const build = () => 'в доме'
  const set = typeset({ a: ['в доме'], b: { c: 1, build } })
  expect(set).toEqual({ a: ['в\u00a0доме'], b: { c: 1, build } })
})
