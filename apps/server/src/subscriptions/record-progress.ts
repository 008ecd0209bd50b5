import { advanceProgress } from '@app/domain/subscriptions/daily-plan'
import { localTime } from '@app/domain/subscriptions/local-time'
import type { Transaction } from 'kysely'
import type { Message } from '../messages/message-repository.ts'
import type { Tables } from '../services/tables.ts'
import { lockProgram, saveProgress } from './program-repository.ts'

/**
 * Moves a program on because the message of one of its days was accepted at `now`. A message that was sent beside the program,
 * or from before it was begun again, moves nothing.
 */
export async function recordProgress(trx: Transaction<Tables>, message: Message, now: Date): Promise<void> {
  if (!message.movesProgress || !message.subscriptionId || !message.day) return
  const program = await lockProgram(trx, message.subscriptionId)
  if (!program || program.round !== message.round) return
  const { date } = localTime(now, program.timezone)
  await saveProgress(trx, program.id, advanceProgress(program.progress, { day: message.day, date }), now)
}
