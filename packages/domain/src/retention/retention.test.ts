import { expect, test } from 'vitest'
import { retentionCutoff } from './retention.ts'

test.each([
  ['2026-11-21T10:00:00.000Z', '2023-11-21T10:00:00.000Z'],
  ['2028-02-29T23:59:59.999Z', '2025-02-28T23:59:59.999Z'],
  ['2027-03-01T00:00:00.000Z', '2024-03-01T00:00:00.000Z'],
  ['2027-01-01T00:00:00.000Z', '2024-01-01T00:00:00.000Z'],
])('at %s, what was last touched before %s is forgotten', (now, before) => {
  expect(retentionCutoff(new Date(now)).toISOString()).toBe(before)
})
