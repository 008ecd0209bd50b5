import type { QuizState } from '@app/domain/quiz/machine'

type ShowAhead = (after: QuizState) => boolean

let show: ShowAhead | null = null

/** How the stage puts a step that it has ready into the page; null while there is no stage. */
export function setShowAhead(next: ShowAhead | null): void {
  show = next
}

/**
 * Puts the step of a quiz into the page, if it stands ready, before the quiz knows that it has gone on: the frame that answers a press
 * then waits for none of our work. Answers whether it did. Whoever calls this sees to it that the quiz follows in the next frame.
 */
export function showAhead(after: QuizState): boolean {
  return show?.(after) ?? false
}
