import type { Kysely } from 'kysely'
import { notFound } from '../http/app-error.ts'
import type { Tables } from '../services/tables.ts'
import { stopWaitingDays } from './daily-message-repository.ts'
import { lockProgram, saveNewRound } from './program-repository.ts'

/** Begins a program again from its first day, at the next hour of sending. Answers which round that is. */
export function resetProgram(
  { db, now }: { db: Kysely<Tables>; now: () => Date },
  subscriptionId: string,
): Promise<{ subscriptionId: string; round: number }> {
  return db.transaction().execute(async (trx) => {
    const program = await lockProgram(trx, subscriptionId)
    if (!program) throw notFound()
    await stopWaitingDays(trx, program.id, { failure: 'reset', now: now() })
    await saveNewRound(trx, program, now())
    return { subscriptionId: program.id, round: program.round + 1 }
  })
}
