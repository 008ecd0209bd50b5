import { afterEach, expect, it, vi } from 'vitest'
import { newAttemptId } from './attempt-id.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

afterEach(() => vi.unstubAllGlobals())

it('is a random UUID, also where the browser offers none', () => {
  expect(newAttemptId()).toMatch(uuid)
  const { getRandomValues } = crypto
  vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) })
  const ids = Array.from({ length: 200 }, newAttemptId)
  for (const id of ids) expect(id).toMatch(uuid)
  expect(new Set(ids).size).toBe(200)
})
