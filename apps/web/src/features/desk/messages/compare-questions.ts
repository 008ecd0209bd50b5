import type { AnsweredQuestion } from '../drafts.ts'

/** The change since the form was opened. */
export type NewQuestion =
  /** Nothing changed. */
  | { what: 'nothing' }
  /** The same number wrote again. */
  | { what: 'more' }
  /** Another number of the person wrote. */
  | { what: 'elsewhere' }
  /** Another staff member answered. */
  | { what: 'answered' }
  /** No question waits any more. */
  | { what: 'gone' }

/** Compares what the writer of an answer has seen, in that order, with what is there now. */
export function compareQuestions(
  known: readonly AnsweredQuestion[],
  now: AnsweredQuestion | null,
): NewQuestion {
  if (!now) return { what: 'gone' }
  const seen = known.filter(({ contactId }) => contactId === now.contactId).at(-1)
  if (!seen) return { what: 'elsewhere' }
  const isOwn = now.contactId === known[0]?.contactId
  if (now.questionId !== seen.questionId) return { what: isOwn ? 'more' : 'elsewhere' }
  return { what: isOwn && now.lastAnswerId !== seen.lastAnswerId ? 'answered' : 'nothing' }
}
