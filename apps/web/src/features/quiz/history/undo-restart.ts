import { quizStore } from '../store/use-quiz.ts'
import { pushPlaces } from './step-history.ts'
import { placesAfterFirst } from './use-step-history.ts'

/** Brings back what starting over has wiped, with the way the browser's Back led through it. */
export function undoRestart(): void {
  quizStore.undoRestart()
  pushPlaces(history, placesAfterFirst())
}
