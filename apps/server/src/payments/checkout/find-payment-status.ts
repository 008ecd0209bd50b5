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
 * Finds the status of an order for a browser with its secret or for its account; others get the
 * answer for an unknown number. The secret alone reveals the product, but not the recipient.
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
  const userId = await proof.findUserId().catch((error: unknown) => {
    if (isProven) return null
    throw error
  })
  const isOwner = found !== null && userId !== null && userId === found.userId
  return isProven || isOwner ? describePaymentStatus(services, found, isOwner) : unknownStatus
}

async function describePaymentStatus(
  services: FirstMessageServices,
  { orderId, state, order }: NonNullable<Awaited<ReturnType<typeof findStatus>>>,
  isOwner: boolean,
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
        ? await findFirstMessage(
            services,
            orderId,
            isOwner ? { answers: answers && isComplete(answers) ? answers : null } : null,
          )
        : null,
      isDoctorFirst: isOwner || state === 'confirmed' ? answers && hasMedicalRedFlags(answers) : null,
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

const unknownStatus: PaymentStatus = { state: 'unknown', order: null }
