import { isRecord } from '@app/domain/is-record'
import { autoAdvanceMs, choose } from '@app/domain/quiz/machine'
import { quizOptions } from '@app/domain/quiz/options'
import type { StepId } from '@app/domain/quiz/steps'
import { tellQuiz } from '#web/lib/analytics/analytics.ts'
import { readJson, tabStore } from '#web/lib/browser-storage.ts'
import { tabKeys } from '#web/lib/device/keys.ts'
import { urgently } from '#web/lib/page/urgent.ts'
import { earlyWaitMs } from './early-wait.ts'
import { layWay, showMarked } from './history/use-step-history.ts'
import { fetchLaterSteps } from './steps/later-steps.ts'
import { answer, goOn } from './store/quiz-actions.ts'
import { quizStore } from './store/use-quiz.ts'

/** What `src/early.ts` leaves behind where it asks: the first two questions as the build drew them, and what was pressed there. */
const host = () => (isEarlyAsking() ? document.getElementById('early') : null)

/** Whether `early.ts` is asking a question. */
export function isEarlyAsking(): boolean {
  return document.documentElement.dataset.asks !== undefined
}

/**
 * Runs an action once `early.ts` has shown the question that it is about to show; elsewhere at once. Where it asks, what comes after its
 * questions is fetched meanwhile: a network takes as long for it as a slow phone for the first drawing.
 */
export function afterEarlyPause(action: () => void): void {
  if (isEarlyAsking()) fetchLaterSteps()
  const waitMs = earlyWaitMs(document.documentElement.dataset, performance.now())
  if (waitMs > 0) setTimeout(action, waitMs)
  else action()
}

/** The first screen, and the questions that `early.ts` leads through. */
const way: readonly StepId[] = ['welcome', 'gender', 'age']

/** At which of them it has been told that the visitor is. The first screen tells of itself where the script draws it. */
let seen = 0
/** Whether the answers in this tab's attempt are those that `early.ts` was given. */
let isOurs = false
/** Whether the quiz's own question is drawn already, behind the one that `early.ts` asks until `takeOver`. */
let isDrawn = false

/** Whether the visitor is past the first screen before it can be taken over: on a question of `early.ts`, or where this device was left. */
export function isPastFirstScreen(): boolean {
  return isEarlyAsking() || document.documentElement.dataset.resuming !== undefined
}

/** Has the attempt stand where the visitor past the first screen is, so that the page is drawn once, and as it is. */
export function standPastFirstScreen(): void {
  if (isEarlyAsking()) takeAnswers()
  showMarked()
  if (!isEarlyAsking()) return
  tellQuiz('viewed', 'welcome')
  tellWay()
  isDrawn = true
}

/**
 * Takes over what `early.ts` was answered before this script was there, wherever its page still stands: before the attempt goes where the
 * browser's history says, since the second question follows only an answered first one; and once more of what was answered while the
 * script drew. Another tab may have begun an attempt meanwhile, which is followed; an attempt of this tab stays where its history says.
 */
export function takeAnswers(): void {
  if (quizStore.get().quiz.answers.gender !== undefined && !isOurs) {
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
    if (!chosen || chosen === quizStore.get().quiz.answers[key]) continue
    answer((quiz) => choose(quiz, key, chosen))
    isOurs = true
  }
}

/**
 * Takes over from `early.ts`, when the attempt stands where the browser's history says and everything listens: does again what was
 * pressed there.
 */
export function takeOver(): void {
  const { dataset } = document.documentElement
  const isAsking = host() !== null
  // Not empty: `early.ts` asks whether it is true.
  dataset.ready = '1'
  clearInterval(Number(dataset.asking))
  delete dataset.asking
  tabStore.removeItem(tabKeys.early)
  if (isAsking) tellWay()
  const { stepId } = quizStore.get().quiz
  const isEarly = isAsking && (stepId === 'gender' || stepId === 'age')
  // Where the script took the first screen over, the question that comes in its place does this.
  if (!isEarly || isDrawn) endEarly()
  if (!isEarly) return

  const chosen = quizStore.get().quiz.answers[stepId]
  const { chosenAt } = dataset
  const pauseMs =
    chosenAt === undefined ? autoAdvanceMs : Number(chosenAt) + autoAdvanceMs - performance.now()
  // Whoever has come back to an answer stays with it.
  if (!chosen || Number.isNaN(pauseMs)) return
  urgently(() => {
    const { quiz } = quizStore.get()
    // The visitor may have gone on, or changed their mind, meanwhile.
    if (quiz.stepId === stepId && quiz.answers[stepId] === chosen) goOn()
  }, pauseMs)
}

/** Tells of the steps that `early.ts` has led through, each once. The one on screen tells of itself. */
function tellWay(): void {
  // Where another tab's attempt was followed, it was the first screen that was left.
  const at = Math.max(way.indexOf(quizStore.get().quiz.stepId), 1)
  way.slice(seen, at).forEach((stepId, passed) => {
    if (passed > 0) tellQuiz('viewed', stepId)
    tellQuiz('completed', stepId)
  })
  seen = Math.max(seen, at)
}

/**
 * Removes the drawn questions, now that the real one stands in their place, and moves the focus over. Until `takeOver` they stay, and hide
 * the real one: what is pressed before all of the quiz listens is theirs.
 */
export function endEarly(): void {
  const { dataset } = document.documentElement
  if (dataset.ready === undefined) return
  delete dataset.asks
  const early = document.getElementById('early')
  if (!early) return
  const focused = early.contains(document.activeElement) ? document.activeElement : null
  early.remove()
  if (!(focused instanceof HTMLInputElement)) return
  const { name, value } = focused
  document.querySelector<HTMLElement>(`[data-step] input[name="${name}"][value="${value}"]`)?.focus()
}
