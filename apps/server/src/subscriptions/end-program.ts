import type { Transaction } from 'kysely'
import type { Tables } from '../services/tables.ts'
import { stopWaitingDays } from './daily-message-repository.ts'
import { lockProgramOfOrder, saveProgress } from './program-repository.ts'

/**
 * Ends the program that an order started: nothing more of it is sent. One that has finished stays so. Answers its last
 * day; null when the order started none.
 */
export async function endProgramOfOrder(
  trx: Transaction<Tables>,
  orderId: string,
  now: Date,
): Promise<number | null> {
  const program = await lockProgramOfOrder(trx, orderId)
  if (!program) return null
  const { progress } = program
  if (progress.state === 'active') {
    await stopWaitingDays(trx, program.id, { failure: 'cancelled', now })
    await saveProgress(trx, program.id, { ...progress, state: 'cancelled' }, now)
  }
  return progress.currentDay
}
