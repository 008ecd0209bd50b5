import { deviceStore } from '#web/lib/browser-storage.ts'
import { pushPlaces, readMark } from '../history/step-history.ts'
import { placesUpTo } from '../history/use-step-history.ts'
import { readAttempt, savedAttemptKey } from './saved-attempt.ts'
import { quizStore } from './use-quiz.ts'

/** Keeps this tab's attempt in step with the device's, which other tabs write to. To be called once. */
export function followTabs(): void {
  function look() {
    quizStore.follow(readAttempt(deviceStore, Date.now()))
    layWay()
  }
  addEventListener('storage', ({ key }) => {
    if (key === savedAttemptKey) look()
  })
  // A page asleep in the browser's history hears of no change.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) look()
  })
}

/** Gives this tab's history the steps that were taken in another one, where the quiz is on its page. */
function layWay(): void {
  const mark = readMark(history.state)
  const places = placesUpTo(quizStore.get())
  const last = places.at(-1)
  if (!mark || !last || mark.quizPlace === last) return
  const at = places.indexOf(mark.quizPlace)
  pushPlaces(history, at < 0 ? [last] : places.slice(at + 1))
}
