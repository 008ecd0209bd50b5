import type { PeopleChoices } from '@app/contracts/desk/people'
import { compareWords } from '@app/domain/letters'
import { type Kysely, sql } from 'kysely'
import type { Staff } from '../../http/staff.ts'
import type { Tables } from '../../services/tables.ts'
import { listViews } from './saved-views.ts'

const maxChoices = 100
/** The number of recent people whose sources are listed. */
const maxPeopleForSources = 5000

/**
 * Lists the choices of the people's filters: sources, tags and the views that the caller has saved.
 */
export async function listChoices(db: Kysely<Tables>, by: Staff): Promise<PeopleChoices> {
  const views = await listViews(db, by)
  return { sources: await listSources(db), tags: await listTags(db), views }
}

/** Lists the most frequent sources, so that forged ones do not displace them. */
async function listSources(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ source: string }>`
    select source from (select source from desk_people order by active_at desc, id desc limit ${maxPeopleForSources}::int) as seen
    where source is not null group by source order by count(*) desc, source limit ${maxChoices}::int`.execute(
    db,
  )
  return rows.map(({ source }) => source).sort(compareWords)
}

/** Lists the tags of recent people. Older tags can be typed. */
async function listTags(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select distinct unnest(tags) as tag from (
      select tags from desk_people where tags <> '{}' order by active_at desc limit 1000) as tagged
    order by tag limit ${maxChoices}::int`.execute(db)
  return rows.map(({ tag }) => tag).sort(compareWords)
}
