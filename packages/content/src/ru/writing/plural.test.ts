import { expect, test } from 'vitest'
import { countWithNoun, days, kilograms, plural, years } from './plural.ts'

test.each([
  [0, 'дней'],
  [1, 'день'],
  [2, 'дня'],
  [4, 'дня'],
  [5, 'дней'],
  [11, 'дней'],
  [14, 'дней'],
  [21, 'день'],
  [22, 'дня'],
  [101, 'день'],
  [111, 'дней'],
  [1.5, 'дня'],
])('%s takes «%s»', (count, word) => {
  expect(plural(count, days)).toBe(word)
})

test('a count keeps its word on the same line and writes fractions with a comma', () => {
  expect(countWithNoun(45, years)).toBe('45\u00a0лет')
  expect(countWithNoun(2.5, kilograms)).toBe('2,5\u00a0кг')
})
