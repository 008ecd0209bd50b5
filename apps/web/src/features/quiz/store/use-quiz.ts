import { useSyncExternalStore } from 'react'
import { deviceStore, tabStore } from '#web/lib/browser-storage.ts'
import { newAttemptId } from './attempt-id.ts'
import { type Attempt, createQuizStore } from './quiz-store.ts'

/** The one attempt of this page; it stays while the visitor looks at another route. */
export const quizStore = createQuizStore({
  device: deviceStore,
  tab: tabStore,
  newId: newAttemptId,
  now: Date.now,
  setTimer: setTimeout,
})

/** Returns true while a restart can be undone. */
export function useCanUndoRestart(): boolean {
  return useSyncExternalStore(quizStore.subscribe, quizStore.isWiped, () => false)
}

/** The attempt on screen: the untouched one while hydrating, then the one this device was left with. */
export function useAttempt(): Attempt {
  return useSyncExternalStore(quizStore.subscribe, quizStore.get, quizStore.getInitial)
}
