import { isRecord } from '@app/domain/is-record'
import { isStepId } from '@app/domain/quiz/steps'
import type { QuizPlace } from '../store/quiz-store.ts'

/** The used part of `History`. */
export type StepHistory = Pick<History, 'state' | 'pushState' | 'replaceState' | 'go'>

/** The quiz's state in a history entry. `depth` counts the entries before it. */
type HistoryMark = { quizPlace: QuizPlace; quizDepth: number }

/** Returns the entry's mark, or null. */
export function readHistoryMark(state: unknown): HistoryMark | null {
  if (!isRecord(state)) return null
  const { quizPlace, quizDepth } = state
  const isPlace = quizPlace === 'result' || isStepId(quizPlace)
  return isPlace && typeof quizDepth === 'number' ? { quizPlace, quizDepth } : null
}

/**
 * Gives a visitor who comes back an entry for each step before theirs, so that Back leads through
 * the quiz as if they had never left. Does nothing on an entry already marked: a reload keeps it.
 */
export function seedHistory(history: StepHistory, places: readonly QuizPlace[]): void {
  if (readHistoryMark(history.state)) return
  places.forEach((quizPlace, quizDepth) => {
    const state = nextState(history, { quizPlace, quizDepth }, quizDepth > 0)
    if (quizDepth === 0) history.replaceState(state, '')
    else history.pushState(state, '')
  })
}

/** Marks the entry that the first screen's link has made, which the browser names by a fragment. */
export function adoptPlace(history: StepHistory, quizPlace: QuizPlace, address: string): void {
  history.replaceState({ ...history.state, quizPlace, quizDepth: 1, idx: 1 }, '', address)
}

/** Corrects the entry when it names a place that the answers do not allow. */
export function correctPlace(history: StepHistory, quizPlace: QuizPlace): void {
  const mark = readHistoryMark(history.state)
  if (mark && mark.quizPlace !== quizPlace) history.replaceState({ ...history.state, quizPlace }, '')
}

/** Pushes an entry for `quizPlace`. */
export function pushPlace(history: StepHistory, quizPlace: QuizPlace): void {
  const quizDepth = (readHistoryMark(history.state)?.quizDepth ?? -1) + 1
  history.pushState(nextState(history, { quizPlace, quizDepth }, true), '')
}

/** Marks the way the visitor was led on, so that Back leads through each of `places`. */
export function pushPlaces(history: StepHistory, places: readonly QuizPlace[]): void {
  for (const place of places) pushPlace(history, place)
}

/** Goes one entry back where the quiz has one; answers whether it had. */
export function popPlace(history: StepHistory): boolean {
  const depth = readHistoryMark(history.state)?.quizDepth ?? 0
  if (depth > 0) history.go(-1)
  return depth > 0
}

/** Keeps the router's own marks: its `idx` counts entries, and it reads them on every Back. */
function nextState(history: StepHistory, mark: HistoryMark, isNew: boolean): object {
  const state = isRecord(history.state) ? history.state : {}
  const idx = typeof state.idx === 'number' ? state.idx : 0
  return { ...state, ...mark, idx: isNew ? idx + 1 : idx }
}
