import { expect, test } from 'vitest'
import { replaceUnlessAfter } from './replace-unless-after.ts'

test.each([
  ['12 34', '<12> <34>'],
  ['a12 34', 'a12 <34>'],
  ['-123', '-123'],
  ['10+20', '<10+><20>'],
  ['', ''],
])('what comes after a letter, a digit or a dash is spared in %o', (text, told) => {
  expect(replaceUnlessAfter(text, /[a-z\d-]$/, /\d+\+?/g, (found) => `<${found}>`)).toBe(told)
})

test('where something was found is told', () => {
  expect(replaceUnlessAfter('ab x12', /a$/, /[a-z]+/g, (_, at) => String(at))).toBe('0 312')
})
