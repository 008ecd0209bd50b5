import type { PaymentStatus } from '@app/contracts/payments'
import { maxInvId } from '@app/domain/payments/inv-id'
import { isComplete } from '@app/domain/quiz/is-complete'
import { restoreAnswers } from '@app/domain/quiz/restore'
import { hasMedicalRedFlags } from '@app/domain/result/medical-red-flags'
import type { Kysely } from 'kysely'
import { findStatus } from '../../orders/list/order-queries.ts'
import { isProvenBySecret } from '../../orders/place/intent-repository.ts'
import type { Tables } from '../../services/tables.ts'
import { type FirstMessageServices, findFirstMessage } from '../../subscriptions/find-first-message.ts'
import { findProgramReader } from '../../subscriptions/find-program-for.ts'

/**
 * Finds the status of an order, for whoever proves that it is theirs: the browser whose intent it
 * came from, or the account it belongs to. Everybody else gets the same answer as for a number that
 * was never given. The account is asked for only where the secret proves nothing: whoever comes
 * back from paying learns of it although their session has ended meanwhile.
 */
export async function findPaymentStatus(
  services: FirstMessageServices,
  invId: number,
  proof: { findUserId: () => Promise<string | null>; intentSecret: string | null },
): Promise<PaymentStatus> {
  const { db } = services
  const found = invId <= maxInvId ? await findStatus(db, invId) : null
  const isProven =
    found && proof.intentSecret !== null && (await isProvenBySecret(db, found.orderId, proof.intentSecret))
  if (isProven) return tell(services, found)
  const userId = await proof.findUserId()
  return found && userId !== null && userId === found.userId ? tell(services, found) : unknown
}

async function tell(
  services: FirstMessageServices,
  { orderId, state, order }: NonNullable<Awaited<ReturnType<typeof findStatus>>>,
): Promise<PaymentStatus> {
  const reader = await findProgramReader(services.db, orderId, services.now())
  const programFor = reader?.programFor ?? null
  const answers = await findAnswers(services.db, orderId)
  const begins = state === 'confirmed' && (programFor === 'self' || programFor === 'gift')
  return {
    state,
    order: {
      ...order,
      programFor,
      first: begins
        ? await findFirstMessage(services, orderId, answers && isComplete(answers) ? answers : null)
        : null,
      isDoctorFirst: answers && hasMedicalRedFlags(answers),
    },
  }
}

/** The answers of the saved result that an order names. */
async function findAnswers(db: Kysely<Tables>, orderId: string) {
  const lead = await db
    .selectFrom('orders')
    .innerJoin('quiz_leads', 'quiz_leads.id', 'orders.lead_id')
    .select('quiz_answers')
    .where('orders.id', '=', orderId)
    .executeTakeFirst()
  return lead ? restoreAnswers(lead.quiz_answers) : null
}

const unknown: PaymentStatus = { state: 'unknown', order: null }
