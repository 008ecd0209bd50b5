import { deviceStore } from '#web/lib/browser-storage.ts'
import { addMissingEntries } from '../history/use-step-history.ts'
import { readAttempt, readSent, savedAttemptKey } from './saved-attempt.ts'
import { quizStore } from './use-quiz.ts'

/** Keeps this tab's attempt in step with the device's, which other tabs write to. To be called once. */
export function followOtherTabs(): void {
  function look() {
    quizStore.follow(readAttempt(deviceStore, Date.now()))
    addMissingEntries()
  }
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== savedAttemptKey) return
    const sent = readSent(newValue)
    if (sent) quizStore.hearOfSent(sent)
    else look()
  })
  // A page in the back-forward cache gets no storage events.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) look()
  })
}
