import type { IncidentKind } from '@app/contracts/incidents'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Tables } from '../services/tables.ts'
import { type IncidentState, initialIncidentState } from './advance-incident.ts'
import type { IncidentRow } from './alarm-tables.ts'

/** Reads the state of every kind of incident that was ever seen. */
export async function listIncidents(db: Kysely<Tables>): Promise<Map<IncidentKind, IncidentState>> {
  const rows = await db.selectFrom('incidents').selectAll().execute()
  return new Map(rows.map((row) => [row.kind, toState(row)]))
}

/** Reads and locks the state of one kind until the transaction ends. */
export async function lockIncident(trx: Transaction<Tables>, kind: IncidentKind): Promise<IncidentState> {
  await trx
    .insertInto('incidents')
    .values({ kind })
    .onConflict((conflict) => conflict.column('kind').doNothing())
    .execute()
  const row = await trx
    .selectFrom('incidents')
    .selectAll()
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirst()
  return row ? toState(row) : initialIncidentState
}

export async function saveIncident(
  trx: Transaction<Tables>,
  kind: IncidentKind,
  state: IncidentState,
): Promise<void> {
  await trx
    .updateTable('incidents')
    .set({
      seen_at: state.seenAt,
      bad_since: state.badSince,
      opened_at: state.openedAt,
      calm_since: state.calmSince,
      ended_at: state.endedAt,
      reminders: state.reminders,
      returns: state.returns,
    })
    .where('kind', '=', kind)
    .execute()
}

function toState(row: Selectable<IncidentRow>): IncidentState {
  return {
    seenAt: row.seen_at,
    badSince: row.bad_since,
    openedAt: row.opened_at,
    calmSince: row.calm_since,
    endedAt: row.ended_at,
    reminders: row.reminders,
    returns: row.returns,
  }
}
