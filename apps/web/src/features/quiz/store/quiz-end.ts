import { tellQuiz } from '#web/lib/analytics/analytics.ts'
import { doNow, soonAfterPaint } from '#web/lib/page/after-paint.ts'
import { rewind } from '../history/history-ends.ts'
import { pushPlace } from '../history/step-history.ts'
import { quizStore } from './use-quiz.ts'

/** Of which attempt the result has been drawn and measured behind the contact. */
let readyOf: string | undefined

/** Said of a result that stands ready: to show it takes no more than the frame that answers the press. */
export function noteResultReady(attemptId: string): void {
  readyOf = attemptId
}

export function isResultReady(attemptId: string): boolean {
  return readyOf === attemptId
}

/** Ends the attempt and shows its result, as a new entry of the browser's history. */
export function showResult(name: string): void {
  quizStore.finish(name)
  if (!quizStore.get().quiz.completed) return
  soonAfterPaint(pushResult)
  tellQuiz('completed', 'contact')
  tellQuiz('finished', 'contact')
}

/** Shows the result again to whoever has looked back from it, as a new entry of the browser's history. */
export function returnToResult(): void {
  quizStore.show('result')
  if (quizStore.get().quiz.completed) soonAfterPaint(pushResult)
}

/** The browser's Back may have been quicker. */
function pushResult(): void {
  if (quizStore.get().quiz.completed) pushPlace(history, 'result')
}

/** Wipes the attempt off the device and returns to the first screen. */
export function startOver(): void {
  tellQuiz('restarted', quizStore.get().quiz.stepId)
  quizStore.restart()
  doNow()
  rewind(history)
}
