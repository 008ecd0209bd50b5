import { flushSync } from 'react-dom'
import { trackQuizStep } from '#web/lib/analytics/analytics.ts'
import { returnToQuizStart } from '../history/history-ends.ts'
import { pushPlace } from '../history/step-history.ts'
import { quizStore } from './use-quiz.ts'

let loadResult: () => Promise<unknown> = async () => {}

/** Says how the page that shows the result is fetched. */
export function setResultLoader(load: () => Promise<unknown>): void {
  loadResult = load
}

/** Resolves once the result can be shown, or its script was tried for in vain. */
export function whenResultIsLoaded(): Promise<unknown> {
  return loadResult()
}

/** Ends the attempt and shows its result, as a new entry of the browser's history. The sun rises into it where the browser knows how. */
export function showResult(name: string): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  if (isStill || !document.startViewTransition) {
    finish(name)
    return
  }
  const { ready, finished } = document.startViewTransition(() => flushSync(() => finish(name)))
  // A browser that skips the movement, as for a hidden tab, shows the result all the same.
  ready.catch(() => {})
  finished.catch(reportError)
}

function finish(name: string): void {
  quizStore.finish(name)
  if (!quizStore.get().quiz.completed) return
  pushPlace(history, 'result')
  trackQuizStep('completed', 'contact')
  trackQuizStep('finished', 'contact')
}

/** Returns to the result with a new history entry. */
export function returnToResult(): void {
  quizStore.show('result')
  if (quizStore.get().quiz.completed) pushPlace(history, 'result')
}

/** Wipes the attempt off the device and returns to the first screen. */
export function startOver(): void {
  trackQuizStep('restarted', quizStore.get().quiz.stepId)
  quizStore.restart()
  returnToQuizStart(history)
}
