import { type PeopleChoices, type PeopleFilter, peopleFilterSchema } from '@app/contracts/desk/people'
import { type Kysely, sql } from 'kysely'
import { invalidInput } from '../../http/app-error.ts'
import type { Staff } from '../../http/staff.ts'
import type { Tables } from '../../services/tables.ts'

const mostViews = 30
const mostChoices = 100
/** Of so many people, those who were seen last, it is told where they came from: few enough to be read at each look. */
const askedForSource = 5000

/** What a list can be narrowed to by: the sources and tags there are, and the looks that whoever asks has kept. */
export async function listChoices(db: Kysely<Tables>, by: Staff): Promise<PeopleChoices> {
  const views = await db
    .selectFrom('desk_named_views')
    .select(['id', 'name', 'filter'])
    .where('owner', 'is not distinct from', by.userId)
    .orderBy('created_at')
    .limit(mostViews)
    .execute()
  return {
    sources: await listSources(db),
    tags: await listTags(db),
    views: views.flatMap(({ id, name, filter }) => {
      const read = peopleFilterSchema.safeParse(filter)
      return read.success ? [{ id, name, filter: read.data }] : []
    }),
  }
}

/** Those that most people came from: what somebody makes up does not crowd them out. */
async function listSources(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ source: string }>`
    select source from (select source from desk_people order by active_at desc, id desc limit ${askedForSource}::int) as seen
    where source is not null group by source order by count(*) desc, source limit ${mostChoices}::int`.execute(
    db,
  )
  return rows.map(({ source }) => source).sort()
}

/** Of the people that were seen last: a tag that nobody has had for long is found by being typed. */
async function listTags(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select distinct unnest(tags) as tag from (
      select tags from desk_people where tags <> '{}' order by active_at desc limit 1000) as tagged
    order by tag limit ${mostChoices}::int`.execute(db)
  return rows.map(({ tag }) => tag)
}

/** Keeps a look under a name; one of that name is replaced. */
export function keepView(
  db: Kysely<Tables>,
  by: Staff,
  { name, filter }: { name: string; filter: PeopleFilter },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('desk_named_views')
      .where('owner', 'is not distinct from', by.userId)
      .where('name', '=', name)
      .execute()
    const { count } = await trx
      .selectFrom('desk_named_views')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('owner', 'is not distinct from', by.userId)
      .executeTakeFirstOrThrow()
    if (Number(count) >= mostViews) throw invalidInput({ name: 'too_many' })
    await trx
      .insertInto('desk_named_views')
      .values({ owner: by.userId, name, filter: JSON.stringify(filter) })
      .execute()
  })
}

/** Answers whether there was one. */
export async function forgetView(db: Kysely<Tables>, by: Staff, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('desk_named_views')
    .where('id', '=', id)
    .where('owner', 'is not distinct from', by.userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
