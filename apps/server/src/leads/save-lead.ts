import { isDeepStrictEqual } from 'node:util'
import { maxLinkedLeads, ownerOf } from '@app/domain/leads/ownership'
import type { Contact, QuizAnswers } from '@app/domain/quiz/answers'
import { classifyResult, type QuizResult } from '@app/domain/result/result'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Kysely } from 'kysely'
import { lockUser, recordConsents, recordConsentsUnlessKnown } from '../consents/consent-repository.ts'
import type { AcceptedConsent } from '../consents/known-consents.ts'
import { AppError } from '../http/app-error.ts'
import type { Tables } from '../services/tables.ts'
import {
  findLeadByAttempt,
  hasConfirmedEmail,
  insertLead,
  type NewLead,
  type SavedLead,
  unlinkOldest,
} from './lead-repository.ts'
import { createResultToken } from './result-token.ts'
import { signUpSilently } from './silent-account.ts'

export type FinishedAttempt = {
  attemptId: string
  answers: QuizAnswers
  contact: Contact
  location: { locale: string; country: string; city: string }
  consents: AcceptedConsent[]
  ip: string
  /** The token and time of a quarantined lead. */
  resultToken?: string
  finishedAt?: Date
}

export type SaveReceipt = { result: QuizResult; resultToken: string; isNew: boolean }

export type LeadServices = { db: Kysely<Tables>; supabase: SupabaseClient }

/**
 * Saves a finished attempt once, with its consents, for the signed-in user or the owner of the
 * e-mail. Repeated requests return the first result to the owner or the same contact. Throws
 * `attempt_saved` when the attempt now belongs to a user, and `attempt_conflict` when the id was
 * used for another one (docs/decisions/quiz.md).
 */
export async function saveLead(
  { db, supabase }: LeadServices,
  attempt: FinishedAttempt,
  signedInUserId: string | null,
): Promise<SaveReceipt> {
  const { consents } = attempt
  const saved = await findLeadByAttempt(db, attempt.attemptId)
  if (saved) return again(saved)

  const signup = signedInUserId ? null : await signUpSilently(supabase, attempt.contact)
  const lead: NewLead = {
    ...attempt,
    ...toOwnership(ownerOf(signedInUserId, signup)),
    result: classifyResult(attempt.answers),
    resultToken: attempt.resultToken ?? createResultToken(),
  }

  const isNew = await db.transaction().execute(async (trx) => {
    // A user may delete their account while a token of it lives on. Held, so that leads at the same
    // moment take turns.
    const isThere = lead.userId !== null && (await lockUser(trx, lead.userId))
    const isLinked = isThere && lead.ownership === 'linked'
    const isTheirs =
      isThere && (!isLinked || (await hasConfirmedEmail(trx, lead.userId ?? '', lead.contact.email)))
    const owned = isTheirs ? lead : { ...lead, ...anonymousOwner }
    const leadId = await insertLead(trx, owned)
    if (leadId) {
      const given = { leadId, userId: owned.userId, ip: attempt.ip, at: attempt.finishedAt, consents }
      await recordConsents(trx, given)
    }
    if (leadId && owned.userId && owned.ownership === 'linked') {
      await unlinkOldest(trx, owned.userId, maxLinkedLeads)
    }
    return leadId !== null
  })
  if (isNew) return { result: lead.result, resultToken: lead.resultToken, isNew }

  const first = await findLeadByAttempt(db, attempt.attemptId)
  if (!first) throw new Error('an attempt that conflicts with itself is nowhere')
  return again(first)

  async function again(lead: SavedLead): Promise<SaveReceipt> {
    const receipt = answerRepeatedSave(lead, attempt, signedInUserId)
    const marketing = consents.filter(({ kind }) => kind === 'marketing')
    if (marketing.length > 0)
      await recordConsentsUnlessKnown(db, { leadId: lead.id, ip: attempt.ip, consents: marketing })
    return receipt
  }
}

/**
 * Answers a repeated save. A lead with an owner is returned only to the owner, a lead without one
 * only to the same contact, because the id may be copied and the token opens health data. Other
 * identical requests learn only that it is saved.
 */
function answerRepeatedSave(
  { userId, ownership, contact, answers, result, resultToken }: SavedLead,
  asking: Pick<FinishedAttempt, 'contact' | 'answers'>,
  askingUserId: string | null,
): SaveReceipt {
  const isSame = isDeepStrictEqual(answers, asking.answers)
  const isTheirs =
    ownership === 'own'
      ? userId !== null && userId === askingUserId
      : contact.email === asking.contact.email && contact.phone === asking.contact.phone
  if (isSame && isTheirs) return { result, resultToken, isNew: false }
  throw new AppError(isSame && ownership === 'own' && !askingUserId ? 'attempt_saved' : 'attempt_conflict')
}

const anonymousOwner = { userId: null, ownership: 'anonymous' } as const

function toOwnership({ userId, ownership }: ReturnType<typeof ownerOf>) {
  return { userId, ownership }
}
