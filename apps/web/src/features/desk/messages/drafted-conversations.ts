import type { Conversation, ConversationFilter } from '@app/contracts/desk/messages'
import { answerDrafts } from '../drafts.ts'

/** A conversation as a row; `isGone` when it waits no more. */
export type ShownConversation = Conversation & { isGone: boolean }

/** Conversations, and before them those that wait no more while an answer is being written: what is typed does not vanish under the hand. */
export function withDraftedConversations(
  conversations: readonly Conversation[],
  show: ConversationFilter,
): ShownConversation[] {
  const begun = [...answerDrafts.values()].flatMap(({ text, conversation }) =>
    conversation && text.trim() ? [conversation] : [],
  )
  const gone = begun.filter((each) => !conversations.some(({ personId }) => personId === each.personId))
  return [
    ...(show === 'waiting' ? gone.map((conversation) => ({ ...conversation, isGone: true })) : []),
    ...conversations.map((conversation) => ({ ...conversation, isGone: false })),
  ]
}
