import { type PeopleChoices, type PeopleFilter, peopleFilterSchema } from '@app/contracts/desk/people'
import type { Kysely } from 'kysely'
import { invalidInput } from '../../http/app-error.ts'
import type { Staff } from '../../http/staff.ts'
import type { Tables } from '../../services/tables.ts'

const maxViews = 30

/**
 * Lists the saved views of a member of staff, the oldest first, without those that are invalid
 * today.
 */
export async function listViews(db: Kysely<Tables>, by: Staff): Promise<PeopleChoices['views']> {
  const views = await db
    .selectFrom('desk_named_views')
    .select(['id', 'name', 'filter'])
    .where('owner', 'is not distinct from', by.userId)
    .orderBy('created_at')
    .limit(maxViews)
    .execute()
  return views.flatMap(({ id, name, filter }) => {
    const read = peopleFilterSchema.safeParse(filter)
    return read.success ? [{ id, name, filter: read.data }] : []
  })
}

/**
 * Saves a view under a name and replaces one of the same name. @throws `invalid_input` beyond
 * `maxViews`.
 */
export function saveView(
  db: Kysely<Tables>,
  by: Staff,
  { name, filter }: { name: string; filter: PeopleFilter },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await trx
      .insertInto('desk_named_views')
      .values({ owner: by.userId, name, filter: JSON.stringify(filter) })
      .onConflict((conflict) =>
        conflict.columns(['owner', 'name']).doUpdateSet({ filter: JSON.stringify(filter) }),
      )
      .execute()
    const { count } = await trx
      .selectFrom('desk_named_views')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('owner', 'is not distinct from', by.userId)
      .executeTakeFirstOrThrow()
    if (Number(count) > maxViews) throw invalidInput({ name: 'too_many' })
  })
}

/** Deletes a saved view. Returns false when there was none. */
export async function deleteView(db: Kysely<Tables>, by: Staff, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('desk_named_views')
    .where('id', '=', id)
    .where('owner', 'is not distinct from', by.userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
