import type { Conversation } from '@app/contracts/desk/messages'
import { onSessionChange, signedInId } from '#web/lib/session/session.ts'

/**
 * The question that an answer form was opened for: the number, its latest message and the latest
 * answer.
 */
export type AnsweredQuestion = Pick<
  Conversation,
  'personId' | 'contactId' | 'phone' | 'isGift' | 'question' | 'questionId' | 'lastAnswerId'
>

/** A drafted answer, which stays with its number. */
export type AnswerDraft = {
  /** The ids that make each text one message however often it is sent. */
  idOf: (text: string) => string
  text: string
  asked: AnsweredQuestion
  /** Newer questions that the writer has seen. */
  newer: readonly AnsweredQuestion[]
  /** The conversation when the draft began, so that its row stays. */
  conversation: Conversation | null
}

export type NoteDraft = { text: string; aboutHealth: boolean }

/**
 * Drafts of answers by contact and of notes by person. They are health data, so they stay in
 * memory.
 */
export const answerDrafts = new Map<string, AnswerDraft>()
export const noteDrafts = new Map<string, NoteDraft>()

/** Returns the draft for a person's number. */
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
