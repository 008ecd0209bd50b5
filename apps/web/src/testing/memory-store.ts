import type { KeyValueStore } from '#web/lib/browser-storage.ts'

/** Browser storage that a test can look into. */
export function memoryStore(initial: Record<string, string> = {}): KeyValueStore & { keys: () => string[] } {
  const held = new Map(Object.entries(initial))
  return {
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
    removeItem: (key) => void held.delete(key),
    keys: () => [...held.keys()],
  }
}
