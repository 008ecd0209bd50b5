import type { Conversation } from '@app/contracts/desk/messages'
import { onSessionChange, signedInId } from '#web/lib/session/session.ts'

/** What a form was opened about: one number, what was written last from it, and what was answered to it last. */
export type AnsweredQuestion = Pick<
  Conversation,
  'personId' | 'contactId' | 'phone' | 'isGift' | 'question' | 'questionId' | 'lastAnswerId'
>

/** An answer that was begun. It goes to the number that it was begun for, whatever is written from another. */
export type AnswerDraft = {
  /** The ids that make each text one message however often it is sent. */
  idOf: (text: string) => string
  text: string
  asked: AnsweredQuestion
  /** What came while it was being written and was looked at. */
  newer: readonly AnsweredQuestion[]
  /** The conversation as it stood, so that its row stays while it is being answered. */
  conversation: Conversation | null
}

export type NoteDraft = { text: string; aboutHealth: boolean }

/** Answers that are being written, by contact, and notes, by person. They are about health: kept in memory alone. */
export const answerDrafts = new Map<string, AnswerDraft>()
export const noteDrafts = new Map<string, NoteDraft>()

/** The answer that was begun to one of somebody's numbers. */
export function findDraftOf(personId: string): AnswerDraft | undefined {
  return [...answerDrafts.values()].find(({ asked, text }) => asked.personId === personId && text.trim())
}

let draftOwner = signedInId()
onSessionChange(() => {
  const now = signedInId()
  if (now === draftOwner) return
  draftOwner = now
  answerDrafts.clear()
  noteDrafts.clear()
})

// A reload or a closed tab would lose them without a word.
addEventListener('beforeunload', (event) => {
  const begun = [...answerDrafts.values(), ...noteDrafts.values()]
  if (begun.some(({ text }) => text.trim())) event.preventDefault()
})
