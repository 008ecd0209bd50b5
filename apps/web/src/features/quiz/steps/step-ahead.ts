import type { QuizState } from '@app/domain/quiz/machine'

/** What can be done with the step that stands ready, by the quiz as it will be then. */
type Stage = { measure: (after: QuizState) => void; show: (after: QuizState) => boolean }

let stage: Stage | null = null

/** How the stage puts a step that it has ready into the page; null while there is no stage. */
export function setStage(next: Stage | null): void {
  stage = next
}

/**
 * Has the step of a quiz, if it stands ready, take its styles and its measures unseen: what shows it later waits for none of that.
 * To be called shortly before, as a page that is looked through meanwhile has two steps to be looked through.
 */
export function measureAhead(after: QuizState): void {
  stage?.measure(after)
}

/**
 * Shows the step of a quiz, if it stands ready, before the quiz knows that it has gone on: the frame that answers a press
 * then waits for none of our work. Answers whether it did. Whoever calls this sees to it that the quiz follows in the next frame.
 */
export function showAhead(after: QuizState): boolean {
  return stage?.show(after) ?? false
}
