import { expect, test } from 'vitest'
import { forgivingStore } from '#web/lib/browser-storage.ts'
import { isChoiceKept, isCounted, saveChoice } from './choice.ts'

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
  expect(isCounted(givenStore(), wishes)).toBe(counted)
})

test('a choice is kept and can be taken back', () => {
  const store = givenStore()
  saveChoice(false, store)
  expect(isCounted(store, {})).toBe(false)
  saveChoice(true, store)
  expect(isCounted(store, {})).toBe(true)
})

test('where storage is blocked, a choice holds for the page alone, and that is known', () => {
  const store = forgivingStore(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  expect(isChoiceKept(store)).toBe(true)
  saveChoice(false, store)
  expect([isCounted(store, {}), isChoiceKept(store)]).toEqual([false, false])
  saveChoice(true, store)
  expect([isCounted(store, {}), isChoiceKept(store)]).toEqual([true, true])
})
