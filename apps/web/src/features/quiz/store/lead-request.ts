import type { SaveLeadRequest } from '@app/contracts/leads'
import type { Contact } from '@app/domain/quiz/answers'
import { checkContact } from '@app/domain/quiz/contact'
import { isComplete } from '@app/domain/quiz/is-complete'
import { currentLocation } from '#web/lib/location/page-location.ts'
import { quizStore } from './use-quiz.ts'

type Submission = { contact: Contact; consent: SaveLeadRequest['consent']; website: string }

/** Builds the save request; null when the contact or an answer is missing. */
export function leadRequest({ contact, consent, website }: Submission): SaveLeadRequest | null {
  const { answers } = quizStore.get().quiz
  if (!isComplete(answers) || Object.keys(checkContact(contact)).length > 0) return null
  return {
    attemptId: quizStore.submit(contact),
    answers,
    contact,
    consent,
    location: currentLocation(),
    ...(website && { website }),
  }
}
