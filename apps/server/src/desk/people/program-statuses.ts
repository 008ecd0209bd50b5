import type { PersonRow } from '@app/contracts/desk/people'
import { isProgramStalled, shownProgramState } from '@app/domain/desk/people'
import type { SubscriptionState } from '@app/domain/subscriptions/subscription'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../services/tables.ts'
import { listWaiting } from '../../subscriptions/number-queue.ts'

/** The statuses of a person's programs: their own first one, and their gifts. */
export type ProgramStatuses = {
  own: Pick<NonNullable<PersonRow['program']>, 'stands' | 'waits' | 'stopped'>
  gifts: PersonRow['gifts']
}

export const noPrograms: ProgramStatuses = {
  own: { stands: false, waits: false, stopped: false },
  gifts: { count: 0, stand: 0, stopped: 0 },
}

type ProgramRow = {
  person_id: string
  id: string
  is_gift: boolean
  phone: string | null
  state: SubscriptionState
  paused_at: Date | null
  moved_at: Date
  is_stopped: boolean
}

/**
 * Reads the program statuses of people, which also depend on other buyers' programs. People without
 * programs are left out.
 */
export async function readProgramStatuses(
  db: Kysely<Tables>,
  personIds: readonly string[],
  now: Date,
): Promise<Map<string, ProgramStatuses>> {
  if (personIds.length === 0) return new Map()
  const { rows } = await sql<ProgramRow>`
    select person_id, programs.* from unnest(${personIds}::uuid[]) as person_id
    cross join lateral desk_programs(person_id) as programs order by bought_at`.execute(db)
  const underWay = rows.filter(({ state, paused_at: pausedAt }) => state === 'active' && pausedAt === null)
  const waiting = await listWaiting(
    db,
    underWay.flatMap(({ phone }) => phone ?? []),
    now,
  )
  const toShown = ({
    id,
    state,
    paused_at: pausedAt,
    moved_at: movedAt,
    is_stopped: stopped,
  }: ProgramRow) => ({
    ...{ state, paused: pausedAt !== null, waits: waiting.has(id), stopped },
    stands: isProgramStalled(movedAt, now),
  })
  return new Map(
    [...Map.groupBy(rows, (row) => row.person_id)].map(([personId, programs]) => {
      const [own] = programs.filter((each) => !each.is_gift && underWay.includes(each)).map(toShown)
      const gifts = programs.filter((each) => each.is_gift && each.state !== 'cancelled')
      const shown = gifts.map((each) => shownProgramState(toShown(each)))
      return [
        personId,
        {
          own: own ? { stands: own.stands, waits: own.waits, stopped: own.stopped } : noPrograms.own,
          gifts: {
            count: gifts.length,
            stand: shown.filter((each) => each === 'stands').length,
            stopped: shown.filter((each) => each === 'stopped').length,
          },
        },
      ]
    }),
  )
}
