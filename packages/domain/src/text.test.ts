import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanText, hasVisibleText } from './text.ts'

test.each([
  ['\u202eтневилк', 'тневилк'],
  ['А\u200bй\u2060гер\u00adим\ufeff', 'Айгерим'],
  ['\u2066Алия\u2069', 'Алия'],
  ['А\u200dлия', 'Алия'],
  ['Мама 👩‍👧 и 🏳️‍🌈, 👩🏽‍💻', 'Мама 👩‍👧 и 🏳️‍🌈, 👩🏽‍💻'],
  ['👩\u200d', '👩'],
  ['👩\u200b\u200d\u200d💻', '👩💻'],
  ['две\nстроки', 'две строки'],
])('%j is kept as %j', (typed, kept) => {
  expect(cleanText(typed)).toBe(kept)
})

test('what is clean stays as it is', () => {
  const typed = fc.string({
    unit: fc.constantFrom('а', '\u200b', '\u200d', '\ufe0f', '\u202e', '👩', '🏽', '\ud83d', '\n'),
  })
  fc.assert(
    fc.property(typed, (text) => {
      expect(cleanText(cleanText(text))).toBe(cleanText(text))
    }),
  )
})

test.each(['', ' ', '\u200b', '\u2066\u202e', '\u3164', '\u200c\u200d', '\u0301', '\u00a0\u2800'])(
  'in %j nothing is seen',
  (text) => {
    expect(hasVisibleText(cleanText(text))).toBe(false)
  },
)

test.each(['Аня', '5', '👩‍👧', '—'])('%j is seen', (text) => {
  expect(hasVisibleText(text)).toBe(true)
})
