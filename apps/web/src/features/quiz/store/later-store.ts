import type { KeyValueStore } from '#web/lib/browser-storage.ts'

/**
 * A store that is written to later, when `defer` says so: of several values for one key only the last. What was written
 * can be read back at once.
 */
export function laterStore(store: KeyValueStore, defer: (write: () => void) => void): KeyValueStore {
  const pending = new Map<string, string | null>()

  function put(key: string, value: string | null): void {
    const isNew = !pending.has(key)
    pending.set(key, value)
    if (isNew) defer(() => write(key))
  }

  function write(key: string): void {
    const value = pending.get(key)
    pending.delete(key)
    if (value === null) store.removeItem(key)
    else if (value !== undefined) store.setItem(key, value)
  }

  return {
    getItem: (key) => {
      const value = pending.get(key)
      return value === undefined ? store.getItem(key) : value
    },
    setItem: put,
    removeItem: (key) => put(key, null),
  }
}
