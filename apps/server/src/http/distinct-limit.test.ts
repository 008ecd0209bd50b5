import { expect, test } from 'vitest'
import { openDistinctLimit } from './distinct-limit.ts'

test('the same thing again is free, another beyond the limit is not', () => {
  const limit = openDistinctLimit({ max: 2, seconds: 60 })

  expect(limit.take('asel', '1', 0)).toEqual({ ok: true })
  expect(limit.take('asel', '2', 1000)).toEqual({ ok: true })
  expect(limit.take('asel', '3', 2000)).toEqual({ ok: false, retryAfter: 58 })
  expect(limit.take('asel', '1', 3000)).toEqual({ ok: true })
  expect(limit.take('dina', '3', 3000)).toEqual({ ok: true })
})

test('a new window starts when the old one has ended', () => {
  const limit = openDistinctLimit({ max: 1, seconds: 60 })
  limit.take('asel', '1', 0)

  expect(limit.take('asel', '2', 59_999).ok).toBe(false)
  expect(limit.take('asel', '2', 60_000).ok).toBe(true)
})

test('it keeps no more keys than it may, forgetting the oldest', () => {
  const limit = openDistinctLimit({ max: 1, seconds: 60 }, 2)
  limit.take('first', '1', 0)
  limit.take('second', '1', 0)
  limit.take('third', '1', 0)

  expect(limit.take('second', '2', 1).ok).toBe(false)
  expect(limit.take('first', '2', 1).ok).toBe(true)
})
