import { doNow } from '#web/lib/after-paint.ts'
import { pushPlaces } from './step-history.ts'
import { quizStore } from './use-quiz.ts'
import { wayFromFirst } from './use-step-history.ts'

/** Brings back what starting over has wiped, with the way the browser's Back led through it. */
export function undoRestart(): void {
  doNow()
  quizStore.undoRestart()
  pushPlaces(history, wayFromFirst())
}
