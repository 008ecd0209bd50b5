import { autoAdvanceMs, choose } from '@app/domain/quiz/machine'
import { tellQuiz } from '#web/lib/analytics/analytics.ts'
import { tabStore } from '#web/lib/browser-storage.ts'
import { tabKeys } from '#web/lib/device/keys.ts'
import { answer, goOn } from './store/quiz-actions.ts'
import { quizStore } from './store/use-quiz.ts'

/** What `src/early.ts` leaves behind: the first question as the build drew it, and what was pressed there. */
const host = () => document.getElementById('early')

/**
 * Takes over from `early.ts`, which answered the first presses before this script was there: does again here what was
 * pressed. Called once, after hydration, when the attempt already stands where the browser's history says.
 */
export function takeOver(): void {
  const { dataset } = document.documentElement
  dataset.ready = ''
  tabStore.removeItem(tabKeys.early)
  const early = host()
  if (!early) return
  tellQuiz('completed', 'welcome')
  if (quizStore.get().quiz.stepId !== 'gender') {
    endEarly()
    return
  }

  const gender = early.querySelector<HTMLInputElement>('input:checked')?.value
  if (gender !== 'female' && gender !== 'male') return
  answer((quiz) => choose(quiz, 'gender', gender))
  const pauseMs = early.dataset.next === undefined ? autoAdvanceMs - sinceMs(early.dataset.chosenAt) : 0
  setTimeout(() => {
    const { stepId, answers } = quizStore.get().quiz
    // The visitor may have gone on, or changed their mind, meanwhile.
    if (stepId === 'gender' && answers.gender === gender) goOn()
  }, pauseMs)
}

function sinceMs(moment: string | undefined): number {
  return moment === undefined ? 0 : performance.now() - Number(moment)
}

/** Removes the drawn question, now that the real one stands in its place, and moves the focus over. */
export function endEarly(): void {
  const early = host()
  if (!early) return
  const focused = early.contains(document.activeElement) ? document.activeElement : null
  const value = focused instanceof HTMLInputElement ? focused.value : null
  early.remove()
  delete document.documentElement.dataset.early
  if (value === null) return
  document.querySelector<HTMLElement>(`[data-step="gender"] input[value="${value}"]`)?.focus()
}
