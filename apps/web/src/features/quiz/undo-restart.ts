import { doNow } from '#web/lib/after-paint.ts'
import { pushPlace } from './step-history.ts'
import { quizStore } from './use-quiz.ts'
import { placesUpTo } from './use-step-history.ts'

/** Brings back what starting over has wiped, with the way the browser's Back led through it. */
export function undoRestart(): void {
  doNow()
  quizStore.undoRestart()
  for (const place of placesUpTo(quizStore.get()).slice(1)) pushPlace(history, place)
}
