import { expect, it } from 'vitest'
import { closestName } from './closest-name.ts'

it.each([
  ['all_fsh', ['all_fish', 'total'], 'all_fish'],
  ['ALL_FISH', ['all_fish'], 'all_fish'],
  ['(document, kye)', ['(document, key)', '()'], '(document, key)'],
  ['zzzz', ['all_fish'], null],
  ['()', ['(name_param)'], null],
  ['x'.repeat(2000), ['all_fish'], null],
  ['', ['all_fish'], null],
])('%s means %s', (name, names, expected) => {
  expect(closestName(name, names)).toBe(expected)
})
