import type { Kysely } from 'kysely'
import type { Tables } from '../../services/tables.ts'
import type {} from './people-tables.ts'

/** Has open pages ask anew about a person: what the staff writes about them changes nothing of theirs that would say so itself. */
export async function recordDeskChange(db: Kysely<Tables>, personId: string): Promise<void> {
  await db.insertInto('desk_changes').values({ kind: 'person', ref: personId }).execute()
}
