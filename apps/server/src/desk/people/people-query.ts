import type { PeopleFilter, PersonRow } from '@app/contracts/desk/people'
import {
  finishedRange,
  noSource,
  type PeopleSort,
  type PresetView,
  programStalledAfterMs,
  searchWords,
} from '@app/domain/desk/people'
import { almatyDay } from '@app/domain/time/almaty'
import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely'
import type { Tables } from '../../services/tables.ts'
import { type Cursor, type CursorType, decodeCursor, encodeCursor } from '../cursor.ts'
import { findStalledProgram } from './find-stalled-program.ts'
import type {} from './people-tables.ts'
import { noPrograms, type ProgramStatuses, readProgramStatuses } from './program-statuses.ts'

export type PeopleSearch = PeopleFilter & { search?: string | undefined }

/** A search with resolved ids: the people with a rare word, and those with stalled programs. */
type ResolvedSearch = PeopleSearch & { among?: readonly string[]; standing?: readonly string[] }

export type PeoplePage = { people: PersonRow[]; next: string | null }

type ListOptions = { now: Date; limit: number; after?: string | undefined; seesAnswers: boolean }

/** A page of the people that a look finds. Throws `RangeError` for a place that no page has answered. */
export async function listPeople(
  db: Kysely<Tables>,
  look: PeopleSearch,
  { now, limit, after, seesAnswers }: ListOptions,
): Promise<PeoplePage> {
  const order = orders[sortOf(look)]
  const known = await resolveSearch(db, look, now)
  const rows = await selectPeople(db, known, now)
    .select(rowColumns)
    .select([
      sql<string>`${sql.ref(order.column)}::text`.as('place'),
      sql<string | null>`next_contact_on::text`.as('next_contact'),
      isStaff,
      giftAsks,
    ])
    .$if(after !== undefined, (query) =>
      query.where(afterCursor(order, decodeCursor(after ?? '', order.type))),
    )
    .orderBy(sql.ref(order.column), order.direction)
    .orderBy('id', order.direction)
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    people: await toPersonRows(db, shown, { now, seesAnswers }),
    next: rows.length > limit && last ? encodeCursor([last.place, last.id]) : null,
  }
}

/** Counts the found people up to `max`. */
export async function countPeople(
  db: Kysely<Tables>,
  look: PeopleSearch,
  { now, max }: { now: Date; max: number },
): Promise<{ people: number; isMore: boolean }> {
  const known = await resolveSearch(db, look, now)
  const { count } = await db
    .selectFrom(
      selectPeople(db, known, now)
        .select('id')
        .limit(max + 1)
        .as('counted'),
    )
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return { people: Math.min(count, max), isMore: count > max }
}

type PeopleOrder = {
  column: 'active_at' | 'finished_at' | 'next_contact_on' | 'talk_order' | 'arrange_since'
  direction: 'asc' | 'desc'
  type: CursorType
}

const orders: Record<PeopleSort | 'talk' | 'arrange', PeopleOrder> = {
  active: { column: 'active_at', direction: 'desc', type: 'timestamptz' },
  finished: { column: 'finished_at', direction: 'desc', type: 'timestamptz' },
  contact: { column: 'next_contact_on', direction: 'asc', type: 'date' },
  talk: { column: 'talk_order', direction: 'asc', type: 'double precision' },
  arrange: { column: 'arrange_since', direction: 'asc', type: 'timestamptz' },
}

/** Returns the order of a search. Each view has its own default. */
function sortOf({ sort, view, finished }: PeopleSearch): PeopleSort | 'talk' | 'arrange' {
  if (sort) return sort
  if (view === 'waiting') return 'talk'
  if (view === 'contact' || view === 'arrange') return view
  return finished || view === 'yesterday' ? 'finished' : 'active'
}

type People = ExpressionBuilder<Tables, 'desk_people'>
type Condition = Expression<SqlBool>

/** Up to this many ids are sorted quickly; more are found faster by the order's index. */
const maxSortedIds = 1000

/** Resolves the parts of a search that its query needs. */
export async function resolveSearch(
  db: Kysely<Tables>,
  look: PeopleSearch,
  now: Date,
): Promise<ResolvedSearch> {
  const known = await resolveRareWords(db, look)
  return look.view === 'stands' ? { ...known, standing: await findStalledPrograms(db, now) } : known
}

/** Finds stalled programs. A query cannot, because queues of one number are not stored. */
async function findStalledPrograms(db: Kysely<Tables>, now: Date): Promise<string[]> {
  const since = new Date(now.getTime() - programStalledAfterMs)
  const rows = await selectRows(db)
    .where('program_moved_at', '<', since)
    .where(
      sql<SqlBool>`exists (select from desk_programs(desk_people.id) as programs
        where state = 'active' and paused_at is null and (is_stopped or moved_at < ${since}))`,
    )
    .execute()
  const people = await toPersonRows(db, rows, { now, seesAnswers: false })
  return people.flatMap((person) => (findStalledProgram(person) ? person.id : []))
}

/**
 * The planner does not know how many people a word has, and takes them in the list's order, which
 * for a rare word is nearly all. So whoever a rare word finds is found first.
 */
async function resolveRareWords(db: Kysely<Tables>, look: PeopleSearch): Promise<ResolvedSearch> {
  const sought = wordConditions(look)
  if (!sought) return look
  const rows = await db
    .selectFrom('desk_people')
    .select('id')
    .where(sought)
    // The order and the limit make the planner use the index of a rare word, and the list's index
    // for a common one.
    .orderBy('active_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxSortedIds + 1)
    .execute()
  return rows.length > maxSortedIds ? look : { ...look, among: rows.map(({ id }) => id) }
}

function wordConditions({ search }: PeopleSearch): Condition | null {
  const words = search ? searchWords(search) : []
  return words.length > 0 ? sql<SqlBool>`words @@ ${words.map(toPrefix).join(' & ')}::tsquery` : null
}

function selectPeople(db: Kysely<Tables>, look: ResolvedSearch, now: Date) {
  return db.selectFrom('desk_people').where((eb) => eb.and(conditions(eb, look, now)))
}

function conditions(eb: People, look: ResolvedSearch, now: Date): Condition[] {
  const { view, status, bought, finished, source, category, tag, among, standing } = look
  const sought = among ? sql<SqlBool>`id = any (${among}::uuid[])` : wordConditions(look)
  return [
    // Requires the sort column, so that its index is used.
    ...(sortOf(look) === 'active' ? [] : [eb(sql.ref<unknown>(orders[sortOf(look)].column), 'is not', null)]),
    ...(view && view !== 'stands' ? views[view](eb, now) : []),
    ...(status ? [eb('status', '=', status)] : []),
    ...(bought === 'nothing' ? [sql<SqlBool>`bought = '{}'`] : []),
    // Written out, so that the product's own index serves.
    ...(bought && bought !== 'nothing' ? [sql<SqlBool>`bought @> array[${sql.lit(bought)}]`] : []),
    ...(finished ? finishedWithin(eb, finishedRange(finished, now)) : []),
    ...(source ? [source === noSource ? eb('source', 'is', null) : eb('source', '=', source)] : []),
    ...(category ? [eb('subcategory', '=', category)] : []),
    ...(tag ? [sql<SqlBool>`tags @> array[${tag}::text]`] : []),
    ...(sought ? [sought] : []),
    ...(standing ? [sql<SqlBool>`id = any (${standing}::uuid[])`] : []),
  ]
}

/** A word as the beginning of one that is kept, with nothing in it that a query could take for its own signs. */
function toPrefix(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}':*`
}

const views: Record<Exclude<PresetView, 'stands'>, (eb: People, now: Date) => Condition[]> = {
  waiting: (eb) => [eb('waits_since', 'is not', null)],
  yesterday: (eb, now) => [
    ...finishedWithin(eb, finishedRange('yesterday', now)),
    sql<SqlBool>`bought = '{}'`,
  ],
  agreed: () => [sql<SqlBool>`agreed`],
  arrange: (eb) => [eb('arrange_since', 'is not', null)],
  contact: (eb, now) => [eb('next_contact_on', '<=', sql<string>`${almatyDay(now)}::date`)],
  due: () => [sql<SqlBool>`due_tiyn > 0`],
}

function finishedWithin(eb: People, { from, until }: { from: Date; until: Date | null }) {
  return [eb('finished_at', '>=', from), ...(until ? [eb('finished_at', '<', until)] : [])]
}

function afterCursor({ column, direction, type }: PeopleOrder, [value, id]: Cursor) {
  const sign = sql.raw(direction === 'asc' ? '>' : '<')
  return sql<SqlBool>`(${sql.ref(column)}, id) ${sign} (${value}::text::${sql.raw(type)}, ${id}::uuid)`
}

const rowColumns = [
  ...(['id', 'user_id', 'name', 'email', 'phone', 'finished_at', 'subcategory', 'source'] as const),
  ...(['consents', 'withdrawn', 'opted_out', 'bought', 'paid_tiyn', 'due_tiyn', 'last_paid_at'] as const),
  ...(['program_day', 'program_state', 'program_moved_at', 'to_arrange', 'arrange_since'] as const),
  ...(['last_in_at', 'last_out_at', 'waits_since', 'status', 'tags'] as const),
] as const

/** A subquery, so that a role change needs no update. */
const isStaff = sql<boolean>`exists (select from staff where staff.user_id = desk_people.user_id)`.as(
  'is_staff',
)

/** True when the number that has waited longest received a gift. */
const giftAsks = sql<boolean>`coalesce((
  select is_gift_number(contact_id) from desk_person_contacts
  where person_id = desk_people.id and desk_person_contacts.waits_since is not null
  order by desk_person_contacts.waits_since limit 1), false)`.as('gift_asks')

type FoundRow = Awaited<ReturnType<ReturnType<typeof selectRows>['executeTakeFirstOrThrow']>>

function selectRows(db: Kysely<Tables>) {
  return db
    .selectFrom('desk_people')
    .select(rowColumns)
    .select([sql<string | null>`next_contact_on::text`.as('next_contact'), isStaff, giftAsks])
}

type ViewerContext = { now: Date; seesAnswers: boolean }

/** Returns a person's row; null without one. */
export async function findPersonRow(
  db: Kysely<Tables>,
  id: string,
  seeing: ViewerContext,
): Promise<PersonRow | null> {
  const row = await selectRows(db).where('id', '=', id).executeTakeFirst()
  return row ? ((await toPersonRows(db, [row], seeing))[0] ?? null) : null
}

/** Reads people by ids, in any order. Deleted people are left out. */
export async function rowsOf(
  db: Kysely<Tables>,
  ids: readonly string[],
  seeing: ViewerContext,
): Promise<PersonRow[]> {
  const rows = await selectRows(db).where('id', 'in', ids).execute()
  return toPersonRows(db, rows, seeing)
}

/** The ids of all that a known look finds, and their place in its order, for `snapshotIds`. */
export function foundPeopleIds(db: Kysely<Tables>, look: ResolvedSearch, now: Date) {
  const { column, direction } = orders[sortOf(look)]
  return selectPeople(db, look, now).select([
    'id',
    sql<string>`row_number() over (order by ${sql.ref(column)} ${sql.raw(direction)}, id ${sql.raw(direction)})`.as(
      'place',
    ),
  ])
}

async function toPersonRows(
  db: Kysely<Tables>,
  rows: readonly FoundRow[],
  seeing: ViewerContext,
): Promise<PersonRow[]> {
  const programs = await readProgramStatuses(
    db,
    // A gift of the provider's test mode is nothing bought, and may stand all the same.
    rows.flatMap(({ id, bought, program_state: own, program_moved_at: movedAt }) =>
      own !== null || movedAt !== null || bought.includes('subscription') ? id : [],
    ),
    seeing.now,
  )
  return rows.map((row) => toPersonRow(row, programs.get(row.id) ?? noPrograms, seeing))
}

function toPersonRow(
  row: FoundRow,
  { own, gifts }: ProgramStatuses,
  { seesAnswers }: ViewerContext,
): PersonRow {
  const at = (instant: Date | null) => instant?.toISOString() ?? null
  return {
    ...{ id: row.id, name: row.name, email: row.email, phone: row.phone },
    hasAccount: row.user_id !== null,
    isStaff: row.is_staff,
    finishedAt: at(row.finished_at),
    category: seesAnswers ? row.subcategory : null,
    source: row.source,
    ...{ consents: row.consents, withdrawn: row.withdrawn, optedOut: row.opted_out, bought: row.bought },
    paidTiyn: Number(row.paid_tiyn),
    dueTiyn: Number(row.due_tiyn),
    lastPaidAt: at(row.last_paid_at),
    program: row.program_state && {
      state: row.program_state,
      day: row.program_day ?? 0,
      ...(row.program_state === 'active' ? own : noPrograms.own),
    },
    gifts,
    giftAsks: row.gift_asks,
    toArrange: row.to_arrange,
    arrangeSince: at(row.arrange_since),
    ...{ lastInAt: at(row.last_in_at), lastOutAt: at(row.last_out_at), waitsSince: at(row.waits_since) },
    status: row.status,
    tags: row.tags,
    nextContactOn: row.next_contact,
  }
}
