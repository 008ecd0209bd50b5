import type { Kysely } from 'kysely'
import type { Tables } from '../../services/tables.ts'
import type {} from './people-tables.ts'

/** Marks a person as changed, so that open pages reload them. */
export async function recordDeskChange(db: Kysely<Tables>, personId: string): Promise<void> {
  await db.insertInto('desk_changes').values({ kind: 'person', ref: personId }).execute()
}
