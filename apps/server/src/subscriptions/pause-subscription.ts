import type { Kysely } from 'kysely'
import { AppError, notFound } from '../http/app-error.ts'
import { inTransaction } from '../services/in-transaction.ts'
import type { Tables } from '../services/tables.ts'
import { stopWaitingDays } from './daily-message-repository.ts'
import { lockSubscription, savePaused } from './subscription-repository.ts'

/**
 * Pauses or resumes a program. Repeating it changes nothing, and messages in transit are
 * unaffected. Throws `not_found` and `program_ended`.
 */
export function pauseSubscription(
  { db, now }: { db: Kysely<Tables>; now: () => Date },
  subscriptionId: string,
  { isPaused }: { isPaused: boolean },
): Promise<void> {
  return inTransaction(db, async (trx) => {
    const subscription = await lockSubscription(trx, subscriptionId)
    if (!subscription) throw notFound()
    const { state, isPaused: wasPaused } = subscription.progress
    if (state !== 'active') throw new AppError('program_ended')
    if (isPaused === wasPaused) return
    if (isPaused) await stopWaitingDays(trx, subscriptionId, { failure: 'paused', now: now() })
    await savePaused(trx, subscriptionId, isPaused ? now() : null, now())
  })
}
