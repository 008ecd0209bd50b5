import { expect, test } from 'vitest'
import { forgivingStore } from '#web/lib/browser-storage.ts'
import { isForgotten } from '#web/lib/device/forget-device.ts'
import { deviceKeys } from '#web/lib/device/keys.ts'
import { keepTicks, readTicks } from './tick-store.ts'

function givenStore() {
  const values = new Map<string, string>()
  return forgivingStore(() => ({
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }))
}

test('each checklist remembers its own ticks', () => {
  const store = givenStore()
  keepTicks(store, 'A1', new Set(['Стакан воды утром']))
  keepTicks(store, 'C2', new Set(['Обед', 'Прогулка']))
  expect([...readTicks(store, 'A1')]).toEqual(['Стакан воды утром'])
  expect([...readTicks(store, 'C2')]).toEqual(['Обед', 'Прогулка'])
  expect([...readTicks(store, 'B1')]).toEqual([])
})

test.each(['{', 'null', '[]', '{"A1":"?"}', '{"A1":[1]}'])(
  'what was damaged to %s counts as nothing',
  (text) => {
    const store = givenStore()
    store.setItem(deviceKeys.ticks, text)
    expect([...readTicks(store, 'A1')]).toEqual([])
    keepTicks(store, 'A1', new Set(['Обед']))
    expect([...readTicks(store, 'A1')]).toEqual(['Обед'])
  },
)

test('a device that is forgotten forgets the ticks', () => {
  expect(isForgotten(deviceKeys.ticks)).toBe(true)
})
