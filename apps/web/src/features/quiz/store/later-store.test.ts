import { expect, test } from 'vitest'
import { laterStore } from './later-store.ts'

function givenStore() {
  const kept = new Map<string, string>()
  const writes: (() => void)[] = []
  const store = laterStore(
    {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    (write) => writes.push(write),
  )
  return { kept, store, writes }
}

test('what was written can be read at once and is kept later, the last value alone', () => {
  const { kept, store, writes } = givenStore()

  store.setItem('step', 'age')
  store.setItem('step', 'height')

  expect(store.getItem('step')).toBe('height')
  expect(kept.size).toBe(0)
  expect(writes).toHaveLength(1)
  for (const write of writes) write()
  expect([...kept]).toEqual([['step', 'height']])
})

test('what was removed is gone at once, whatever is still kept', () => {
  const { kept, store, writes } = givenStore()
  kept.set('step', 'age')

  store.removeItem('step')

  expect(store.getItem('step')).toBeNull()
  for (const write of writes) write()
  expect(kept.size).toBe(0)
})
