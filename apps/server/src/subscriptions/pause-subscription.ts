import type { Kysely } from 'kysely'
import { AppError, notFound } from '../http/app-error.ts'
import { inTransaction } from '../services/in-transaction.ts'
import type { Tables } from '../services/tables.ts'
import { stopWaitingDays } from './daily-message-repository.ts'
import { lockSubscription, savePaused } from './subscription-repository.ts'

/**
 * Halts a program where it is, or lets it go on from there at the next hour of sending. The same twice changes nothing. What is
 * with WhatsApp already goes its way. Throws `not_found`, and `program_ended` for one that is not under way.
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
