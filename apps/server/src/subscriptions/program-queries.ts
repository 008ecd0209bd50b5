import type { DailyStatusResponse } from '@app/contracts/daily-messaging'
import { maskPhone } from '@app/domain/messages/phone'
import type { Kysely } from 'kysely'
import type { Tables } from '../services/tables.ts'
import { type PlannedProgram, planPrograms } from './plan-programs.ts'
import { listProgramsOfEmail } from './program-repository.ts'

type Status = DailyStatusResponse['subscriptions'][number]
export type ProgramMessage = Status['messages'][number]

/** How the programs of an e-mail address stand, for the administrator. Phones are masked. */
export async function listProgramStatuses(
  db: Kysely<Tables>,
  email: string,
  { now, sendAt }: { now: Date; sendAt: string },
): Promise<DailyStatusResponse> {
  const programs = await listProgramsOfEmail(db, email)
  const planned = await planPrograms(db, programs, { now, sendAt, ignoreHour: false })
  return { subscriptions: await Promise.all(planned.map((each) => toStatus(db, each))) }
}

/** The messages of a program, newest first; of one round, when that is given. */
export async function listProgramMessages(
  db: Kysely<Tables>,
  subscriptionId: string,
  round: number | null = null,
): Promise<ProgramMessage[]> {
  const rows = await db
    .selectFrom('messages')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('kind', 'in', ['daily', 'manual'])
    .$if(round !== null, (query) => query.where('round', '=', round))
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind === 'daily' ? 'daily' : 'manual',
    day: row.day ?? 1,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
    deliveredAt: row.delivered_at?.toISOString() ?? null,
    readAt: row.read_at?.toISOString() ?? null,
    failure: row.failure,
    errorCode: row.error_code,
  }))
}

async function toStatus(
  db: Kysely<Tables>,
  { program, plan, optedOut, withdrawn }: PlannedProgram,
): Promise<Status> {
  return {
    id: program.id,
    category: program.category,
    ...program.progress,
    round: program.round,
    phone: program.phone ? maskPhone(program.phone) : null,
    optedOut: optedOut || withdrawn,
    plan,
    messages: await listProgramMessages(db, program.id),
  }
}
