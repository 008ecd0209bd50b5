import type { AnsweredQuestion } from '../drafts.ts'

/** What has happened since a form was opened, or since what happened then was looked at. */
export type NewQuestion =
  /** Nothing else stands there. */
  | { what: 'nothing' }
  /** The same number wrote again. */
  | { what: 'more' }
  /** Another number of the same person wrote; the answer does not go there. */
  | { what: 'elsewhere' }
  /** Somebody else answered. */
  | { what: 'answered' }
  /** Nobody waits there any more. */
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
