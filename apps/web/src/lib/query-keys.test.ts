import { expect, it } from 'vitest'
import { queryKeys } from './query-keys.ts'

const person = 'b7a3a8f0-5f0e-4d0e-9d51-1f2f6f2f9f10'

it.each(Object.entries(queryKeys))('of %s, what errors are told by names nobody', (_, key) => {
  const parts: readonly unknown[] =
    typeof key === 'function' ? (key as (...whose: unknown[]) => readonly unknown[])(person, person) : key
  expect(parts.slice(0, 2)).not.toContain(person)
})
