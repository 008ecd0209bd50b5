import { expect, test } from 'vitest'
import { forgivingStore } from '#web/lib/browser-storage.ts'
import { isClearedOnSignOut } from '#web/lib/device/clear-device-data.ts'
import { deviceKeys } from '#web/lib/device/keys.ts'
import { readTicks, toggleTick } from './tick-store.ts'

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
  toggleTick(store, 'A1', 'Стакан воды утром')
  toggleTick(store, 'C2', 'Обед')
  toggleTick(store, 'C2', 'Прогулка')
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
    toggleTick(store, 'A1', 'Обед')
    expect([...readTicks(store, 'A1')]).toEqual(['Обед'])
  },
)

test('a tick is added to those of another tab, and taken back alone', () => {
  const store = givenStore()
  toggleTick(store, 'A1', 'Обед')
  toggleTick(store, 'A1', 'Прогулка')
  expect([...toggleTick(store, 'A1', 'Обед')]).toEqual(['Прогулка'])
  expect([...readTicks(store, 'A1')]).toEqual(['Прогулка'])
})

test('a device that is forgotten forgets the ticks', () => {
  expect(isClearedOnSignOut(deviceKeys.ticks)).toBe(true)
})
