import { expect, test } from 'vitest'
import { tidyText } from './tidy-text.ts'

test.each([
  ['half \ud83c of a sign', 'half \ufffd of a sign'],
  ['the other \udf05 half', 'the other \ufffd half'],
  ['a whole one 🌅', 'a whole one 🌅'],
  ['two\nlines\u2028or three', 'two lines or three'],
])('%o is kept as %o', (text, kept) => {
  expect(tidyText(text)).toBe(kept)
  expect(tidyText(text)).toBe(text.toWellFormed().replace(/[\n\u2028]/g, ' '))
})
