import { deviceStore } from '#web/lib/browser-storage.ts'
import { layWay } from '../history/use-step-history.ts'
import { readAttempt, readSent, savedAttemptKey } from './saved-attempt.ts'
import { quizStore } from './use-quiz.ts'

/** Keeps this tab's attempt in step with the device's, which other tabs write to. To be called once. */
export function followTabs(): void {
  function look() {
    quizStore.follow(readAttempt(deviceStore, Date.now()))
    layWay()
  }
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== savedAttemptKey) return
    const sent = readSent(newValue)
    if (sent) quizStore.hearOfSent(sent)
    else look()
  })
  // A page asleep in the browser's history hears of no change.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) look()
  })
}
