import { isRecord } from '@app/domain/is-record'
import { autoAdvanceMs, choose } from '@app/domain/quiz/machine'
import { quizOptions } from '@app/domain/quiz/options'
import { tellQuiz } from '#web/lib/analytics/analytics.ts'
import { readJson, tabStore } from '#web/lib/browser-storage.ts'
import { tabKeys } from '#web/lib/device/keys.ts'
import { earlyWaitMs } from './early-wait.ts'
import { layWay } from './history/use-step-history.ts'
import { answer, goOn } from './store/quiz-actions.ts'
import { quizStore } from './store/use-quiz.ts'

/** What `src/early.ts` leaves behind where it asks: the first two questions as the build drew them, and what was pressed there. */
const host = () => (isEarlyAsking() ? document.getElementById('early') : null)

/** Whether `early.ts` is asking a question. */
export function isEarlyAsking(): boolean {
  return document.documentElement.dataset.asks !== undefined
}

/** Runs an action once `early.ts` has shown the question that it is about to show; elsewhere at once. */
export function afterEarlyPause(action: () => void): void {
  const waitMs = earlyWaitMs(document.documentElement.dataset, performance.now())
  if (waitMs > 0) setTimeout(action, waitMs)
  else action()
}

/**
 * Takes over what `early.ts` was answered before this script was there, wherever its page still stands. Called after hydration, before
 * the attempt goes where the browser's history says: the second question follows only an answered first one. Another tab may have begun
 * an attempt meanwhile, which is followed; an attempt of this tab stays where its history says.
 */
export function takeAnswers(): void {
  if (quizStore.get().quiz.answers.gender !== undefined) {
    if (host()) layWay()
    return
  }
  const kept = readJson(tabStore, tabKeys.early)
  const given = new Map(isRecord(kept) ? Object.entries(kept) : [])
  // Where the browser keeps nothing, they stand in the page alone.
  for (const { name, value } of host()?.querySelectorAll<HTMLInputElement>('input:checked') ?? []) {
    given.set(name, value)
  }
  for (const key of ['gender', 'age'] as const) {
    const chosen = quizOptions[key].find((option) => option === given.get(key))
    if (chosen) answer((quiz) => choose(quiz, key, chosen))
  }
}

/** Takes over from `early.ts`, when the attempt stands where the browser's history says: does again what was pressed there. */
export function takeOver(): void {
  const { dataset } = document.documentElement
  dataset.ready = ''
  tabStore.removeItem(tabKeys.early)
  if (!host()) {
    endEarly()
    return
  }
  tellQuiz('completed', 'welcome')
  const { stepId } = quizStore.get().quiz
  if (stepId === 'age') {
    tellQuiz('viewed', 'gender')
    tellQuiz('completed', 'gender')
  } else if (stepId !== 'gender') {
    endEarly()
    return
  }

  const chosen = quizStore.get().quiz.answers[stepId]
  const { chosenAt } = dataset
  const pauseMs =
    chosenAt === undefined ? autoAdvanceMs : Number(chosenAt) + autoAdvanceMs - performance.now()
  // Whoever has come back to an answer stays with it.
  if (!chosen || Number.isNaN(pauseMs)) return
  setTimeout(() => {
    const { quiz } = quizStore.get()
    // The visitor may have gone on, or changed their mind, meanwhile.
    if (quiz.stepId === stepId && quiz.answers[stepId] === chosen) goOn()
  }, pauseMs)
}

/** Removes the drawn questions, now that the real one stands in their place, and moves the focus over. */
export function endEarly(): void {
  delete document.documentElement.dataset.asks
  const early = document.getElementById('early')
  if (!early) return
  const focused = early.contains(document.activeElement) ? document.activeElement : null
  early.remove()
  if (!(focused instanceof HTMLInputElement)) return
  const { name, value } = focused
  document.querySelector<HTMLElement>(`[data-step] input[name="${name}"][value="${value}"]`)?.focus()
}
