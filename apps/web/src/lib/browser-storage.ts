/** The part of `Storage` we use; a test passes a Map in its place. */
export type KeyValueStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * A store that forgets instead of throwing: private windows, full disks and blocked storage must cost a
 * visitor no more than the convenience. Asks for the real one at each call, since merely naming it may throw.
 */
export function forgivingStore(find: () => KeyValueStore): KeyValueStore {
  const attempt = <T>(action: (store: KeyValueStore) => T, otherwise: T): T => {
    try {
      return action(find())
    } catch {
      return otherwise
    }
  }
  return {
    getItem: (key) => attempt((store) => store.getItem(key), null),
    setItem: (key, value) => attempt((store) => store.setItem(key, value), undefined),
    removeItem: (key) => attempt((store) => store.removeItem(key), undefined),
  }
}

export const deviceStore = forgivingStore(() => localStorage)
export const tabStore = forgivingStore(() => sessionStorage)

/** Reads JSON; damaged text counts as nothing. */
export function readJson(store: KeyValueStore, key: string): unknown {
  const text = store.getItem(key)
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
