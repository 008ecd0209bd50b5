import { useSyncExternalStore } from 'react'
import { createListeners } from '#web/lib/listeners.ts'

/*
 * Outside of what draws, so that starting the quiz draws nothing anew but whoever asks: the first question comes in the same frame.
 */
let isQuizStarted = false
const listeners = createListeners()

/** Tells the header whether the visitor has left the quiz's first screen. Any quiz screen may. */
export function setQuizStarted(next: boolean): void {
  isQuizStarted = next
  listeners.notify()
}

/**
 * Returns true when the visitor has left the quiz's first screen; hides the header's sign-in
 * button.
 */
export function useQuizStarted(): boolean {
  return useSyncExternalStore(
    listeners.subscribe,
    () => isQuizStarted,
    () => false,
  )
}
