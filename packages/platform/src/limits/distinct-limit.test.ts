import { expect, test } from 'vitest'
import { createDistinctLimit } from './distinct-limit.ts'
import { createMemoryLimits } from './memory-limits.ts'

function given(max: number) {
  let nowMs = 0
  const limit = createDistinctLimit(
    createMemoryLimits(() => nowMs),
    'leads',
    { max, seconds: 60 },
  )
  return (key: string, thing: string, atMs: number) => {
    nowMs = atMs
    return limit.take(key, thing)
  }
}

test('the same thing again is free, another beyond the limit is not', async () => {
  const takeAt = given(2)

  expect(await takeAt('asel', '1', 0)).toEqual({ ok: true })
  expect(await takeAt('asel', '2', 1000)).toEqual({ ok: true })
  expect(await takeAt('asel', '3', 2000)).toEqual({ ok: false, retryAfterSeconds: 28 })
  expect(await takeAt('asel', '1', 3000)).toEqual({ ok: true })
  expect(await takeAt('dina', '3', 3000)).toEqual({ ok: true })
})

test('what was refused is not free the next time', async () => {
  const takeAt = given(1)
  await takeAt('asel', '1', 0)

  for (const at of [1, 2]) expect((await takeAt('asel', '2', at)).ok).toBe(false)
  expect((await takeAt('asel', '2', 60_000)).ok).toBe(true)
})
