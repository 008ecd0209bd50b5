/** Those who hear of a change, as React's `useSyncExternalStore` asks for them. */
export type Listeners = {
  /** Until the function that this returns is called. */
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
