import { isRecord } from '@app/domain/is-record'
import { readHistoryMark, type StepHistory } from './step-history.ts'

/** Takes the quiz's mark off the current entry: a quiz that is opened over a page lays its own trail from there. */
export function clearHistoryMark(history: StepHistory): void {
  if (!isRecord(history.state) || !readHistoryMark(history.state)) return
  const { quizPlace: _place, quizDepth: _depth, ...rest } = history.state
  history.replaceState(rest, '')
}

/** Returns to the entry the quiz began with. */
export function returnToQuizStart(history: StepHistory): void {
  const depth = readHistoryMark(history.state)?.quizDepth ?? 0
  if (depth > 0) history.go(-depth)
}
