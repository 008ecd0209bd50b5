/** A set of listeners for React's `useSyncExternalStore`. */
export type Listeners = {
  /** Returns the function that unsubscribes. */
  subscribe: (listener: () => void) => () => void
  notify: () => void
}

export function createListeners(): Listeners {
  const listeners = new Set<() => void>()
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    notify() {
      for (const listener of listeners) listener()
    },
  }
}
