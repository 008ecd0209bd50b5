import { expect, test } from 'vitest'
import { memoryStore } from '#web/testing/memory-store.ts'
import { forgivingStore, type KeyValueStore } from './browser-storage.ts'

const refusing: KeyValueStore = {
  getItem: () => {
    throw new DOMException('blocked', 'SecurityError')
  },
  setItem: () => {
    throw new DOMException('full', 'QuotaExceededError')
  },
  removeItem: () => {
    throw new DOMException('blocked', 'SecurityError')
  },
}

test('what the browser refuses to keep lives on in the page, which can tell', () => {
  const store = forgivingStore(() => refusing)
  store.setItem('answers', 'a')
  expect(store.getItem('answers')).toBe('a')
  expect(store.isKept('answers')).toBe(false)
  store.removeItem('answers')
  expect(store.getItem('answers')).toBeNull()
})

test('a full disk hides no newer value behind an older one, and what it takes later is kept', () => {
  const disk = memoryStore({ answers: 'old' })
  let isFull = true
  const store = forgivingStore(() => ({
    ...disk,
    setItem: (key, value) => (isFull ? refusing : disk).setItem(key, value),
  }))
  store.setItem('answers', 'new')
  expect(store.getItem('answers')).toBe('new')
  isFull = false
  store.setItem('answers', 'newer')
  expect(disk.getItem('answers')).toBe('newer')
  expect(store.isKept('answers')).toBe(true)
})
