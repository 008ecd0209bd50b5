import { type DayPlan, planDay } from '@app/domain/subscriptions/daily-plan'
import { localTime } from '@app/domain/subscriptions/local-time'
import type { Kysely } from 'kysely'
import { listWithdrawn } from '../consents/consent-repository.ts'
import type { Tables } from '../services/tables.ts'
import { type Program, toPlanned } from './program-repository.ts'

export type PlanOptions = { now: Date; sendAt: string; ignoreHour: boolean }

/** A program with what the plan says of it now. */
export type PlannedProgram = {
  program: Program
  plan: DayPlan
  /** The number asked for silence in WhatsApp. */
  optedOut: boolean
  /** The user stopped the messages in the cabinet. */
  withdrawn: boolean
}

/** Asks the plan what each program is due, by the clocks of whom it is for. */
export async function planPrograms(
  db: Kysely<Tables>,
  programs: readonly Program[],
  { now, sendAt, ignoreHour }: PlanOptions,
): Promise<PlannedProgram[]> {
  const optedOut = await listOptedOut(
    db,
    programs.flatMap(({ phone }) => phone ?? []),
  )
  const withdrawn = await listWithdrawn(
    db,
    'messages',
    programs.flatMap(({ userId }) => userId ?? []),
  )
  return programs.map((program) => {
    const hasStopped = program.userId !== null && withdrawn.has(program.userId)
    const isOut = program.phone !== null && optedOut.has(program.phone)
    const planned = toPlanned(program, { sendAt, optedOut: isOut || hasStopped })
    return {
      program,
      plan: planDay(planned, localTime(now, program.timezone), { sendAt, ignoreHour }),
      optedOut: isOut,
      withdrawn: hasStopped,
    }
  })
}

async function listOptedOut(db: Kysely<Tables>, phones: readonly string[]): Promise<Set<string | null>> {
  if (phones.length === 0) return new Set()
  const rows = await db
    .selectFrom('message_contacts')
    .select('phone')
    .where('phone', 'in', [...new Set(phones)])
    .where('opted_out_at', 'is not', null)
    .execute()
  return new Set(rows.map(({ phone }) => phone))
}
