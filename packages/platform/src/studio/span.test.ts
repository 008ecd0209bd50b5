import { expect, it } from 'vitest'
import { span } from './span.ts'

it.each([
  [1, '1 second'],
  [45, '45 seconds'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [3599, '60 minutes'],
  [3600, '1 hour'],
  [5400, '90 minutes'],
  [14_400, '4 hours'],
])('%d seconds are %s, never less', (seconds, words) => {
  expect(span(seconds)).toBe(words)
})
