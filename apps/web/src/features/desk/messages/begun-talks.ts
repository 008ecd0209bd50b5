import type { Talk, TalkFilter } from '@app/contracts/desk/messages'
import { answerDrafts } from '../drafts.ts'

/** A conversation as a row; `isGone` when it waits no more. */
export type ShownTalk = Talk & { isGone: boolean }

/** Conversations, and before them those that wait no more while an answer is being written: what is typed does not vanish under the hand. */
export function withBegun(talks: readonly Talk[], show: TalkFilter): ShownTalk[] {
  const begun = [...answerDrafts.values()].flatMap(({ text, talk }) => (talk && text.trim() ? [talk] : []))
  const gone = begun.filter((each) => !talks.some(({ personId }) => personId === each.personId))
  return [
    ...(show === 'waiting' ? gone.map((talk) => ({ ...talk, isGone: true })) : []),
    ...talks.map((talk) => ({ ...talk, isGone: false })),
  ]
}
