/** The part of `Storage` we use; a test passes a Map in its place. */
export type KeyValueStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export type PageStore = KeyValueStore & {
  /**
   * Returns true when a value outlives the page: what the browser refused lives in memory alone.
   */
  isKept: (key: string) => boolean
  /** Lists all stored names. */
  names: () => string[]
}

/**
 * A storage that never throws: where the browser's is blocked or full, values stay in memory. It is
 * looked up at each call, because even access may throw.
 */
export function forgivingStore(find: () => KeyValueStore): PageStore {
  const refused = new Map<string, string>()
  const attempt = <T>(action: (store: KeyValueStore) => T, otherwise: T): T => {
    try {
      return action(find())
    } catch {
      return otherwise
    }
  }
  return {
    getItem: (key) => refused.get(key) ?? attempt((store) => store.getItem(key), null),
    setItem(key, value) {
      const isTaken = attempt((store) => {
        store.setItem(key, value)
        return true
      }, false)
      if (isTaken) refused.delete(key)
      else refused.set(key, value)
    },
    removeItem(key) {
      refused.delete(key)
      attempt((store) => store.removeItem(key), undefined)
    },
    isKept: (key) => !refused.has(key),
    names: () => [...refused.keys(), ...attempt(Object.keys, [])],
  }
}

export const deviceStore = forgivingStore(() => localStorage)
export const tabStore = forgivingStore(() => sessionStorage)

/** Reads JSON; damaged text counts as nothing. */
export function readJson(store: KeyValueStore, key: string): unknown {
  return parseJson(store.getItem(key))
}

export function parseJson(text: string | null): unknown {
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
