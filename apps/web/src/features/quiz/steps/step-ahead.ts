import type { QuizState } from '@app/domain/quiz/machine'

/**
 * The frame that answers a press shows the next step before the quiz knows that it has gone on, and so waits for none of our work. The
 * quiz follows in the frame after it, unless nothing is ahead of it any more by then.
 */
export const ahead: {
  /** How the stage puts the step of a quiz into the page, if it stands ready. Answers whether it did. Null before there is a stage. */
  show: ((quiz: QuizState) => boolean) | null
  /** The quiz that the page is one step ahead of. */
  of: QuizState | null
} = { show: null, of: null }
