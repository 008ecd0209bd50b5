import { expect, test } from 'vitest'
import { forgivingStore } from '#web/lib/browser-storage.ts'
import { isTrackingAllowed, isTrackingChoicePersisted, saveTrackingChoice } from './choice.ts'

function givenStore() {
  const stored = new Map<string, string>()
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
}

test.each([
  [{}, true],
  [{ doNotTrack: null }, true],
  [{ doNotTrack: '1' }, false],
  [{ globalPrivacyControl: true }, false],
])('a browser that says %o is counted: %s', (wishes, counted) => {
  expect(isTrackingAllowed(givenStore(), wishes)).toBe(counted)
})

test('a choice is kept and can be taken back', () => {
  const store = givenStore()
  saveTrackingChoice(false, store)
  expect(isTrackingAllowed(store, {})).toBe(false)
  saveTrackingChoice(true, store)
  expect(isTrackingAllowed(store, {})).toBe(true)
})

test('where storage is blocked, a choice holds for the page alone, and that is known', () => {
  const store = forgivingStore(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  expect(isTrackingChoicePersisted(store)).toBe(true)
  saveTrackingChoice(false, store)
  expect([isTrackingAllowed(store, {}), isTrackingChoicePersisted(store)]).toEqual([false, false])
  saveTrackingChoice(true, store)
  expect([isTrackingAllowed(store, {}), isTrackingChoicePersisted(store)]).toEqual([true, true])
})
