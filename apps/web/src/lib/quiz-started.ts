import { useSyncExternalStore } from 'react'

/*
 * Outside of React, so that starting the quiz draws nothing anew but whoever asks: the first question comes in the same frame.
 */
let started = false
const listeners = new Set<() => void>()

/** Tells the header whether the visitor has left the quiz's first screen. Any quiz screen may. */
export function setQuizStarted(next: boolean): void {
  if (next === started) return
  started = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether the visitor has left the quiz's first screen; hides the header's sign-in button. */
export function useQuizStarted(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => started,
    () => false,
  )
}
