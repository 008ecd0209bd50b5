import {
  type Journal,
  type JournalAct,
  type JournalQuery,
  journalActSchema,
} from '@app/contracts/desk/journal'
import { staffRoleOf } from '@app/domain/auth/roles'
import { accountHolderActions, changedFacts, isDoneByServer, journalActionOf } from '@app/domain/desk/journal'
import { isRecord } from '@app/domain/is-record'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../services/tables.ts'
import { decodeCursor, encodeCursor } from '../cursor.ts'
import type {} from '../people/people-tables.ts'

type ActRow = {
  id: string
  at: Date
  place: string
  action: string
  actor: string | null
  actor_role: string | null
  actor_email: string | null
  person_id: string | null
  person_name: string | null
  member: string | null
  member_before: string | null
  details: unknown
}

/** A page of the journal, newest first; accounts are looked up one by one, since they may be very many. Throws `RangeError`. */
export async function readJournal(
  db: Kysely<Tables>,
  { after, by, person }: JournalQuery,
  { limit }: { limit: number },
): Promise<Journal> {
  const place = after === undefined ? null : decodeCursor(after, 'timestamptz')
  const about = person === undefined ? null : await findPerson(db, person)
  const looks: EventQuery[] = about
    ? [{ where: isAboutPerson(about) }]
    : // Rows about the staff's own accounts stand apart, so that each part is read by its index.
      [
        { where: isOfStaff },
        {
          where: sql`${isOfStaff} is not true and subject in (select user_id from staff_history)
            and (${staffFactAt(sql`subject`, sql`role`)}) is not null`,
        },
      ]
  const page = sql.join(
    [...looks.map((look) => readEvents(look, by)), readRefunds(about, by)].map(
      (rows) => sql`(select * from (${rows}) as part
        where ${place ? sql`(at, id) < (${place[0]}::text::timestamptz, ${place[1]}::uuid)` : sql`true`}
        order by at desc, id desc limit ${limit + 1}::int)`,
    ),
    sql` union all `,
  )
  const { rows } = await sql<ActRow>`
    with page as (select * from (${page}) as parts order by at desc, id desc limit ${limit + 1}::int)
    select page.id, at, at::text as place, action, actor, details,
      coalesce(actor_role, (${staffFactAt(sql`actor`, sql`role`)})) as actor_role,
      coalesce((${staffFactAt(sql`actor`, sql`email`)}), (select email from auth.users where id = actor)) as actor_email,
      they.id as person_id, they.name as person_name, members.email as member, members.email_before as member_before
    from page
    left join lateral (
      select email, lead(email) over (order by since desc, staff_history.id desc) as email_before
      from staff_history where user_id = subject and since <= at
      order by since desc, staff_history.id desc limit 1) as members on true
    left join lateral (
      select id, coalesce(name, email, phone) as name from desk_people
      where id = (details ->> 'person')::uuid or user_id = subject limit 1) as they on true
    order by at desc, page.id desc`.execute(db)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    acts: shown.map(toAct),
    person: about?.name === undefined ? null : { id: about.id, name: about.name },
    next: rows.length > limit && last ? encodeCursor([last.place, last.id]) : null,
  }
}

/** Written as in the index audit_events_staff_idx, so that the planner uses it. */
const isOfStaff = sql`(source <> 'accounts' or actor_role in ('admin', 'assistant', 'technician')
  or action in ('administrator_appointed', 'administrator_removed', 'assistant_appointed', 'assistant_removed',
    'technician_appointed', 'technician_removed'))`

type EventQuery = { where: RawBuilder<unknown> }

/**
 * Selects a fact about one of the staff as of a row's moment, so that a later address or role
 * changes nothing.
 */
function staffFactAt(userId: RawBuilder<unknown>, column: RawBuilder<unknown>) {
  return sql`select ${column} from staff_history where user_id = ${userId} and since <= at
    order by since desc, staff_history.id desc limit 1`
}

/** True for account changes without a recorded actor, which only the holder can make. */
const isByAccountHolder = sql`(actor is null and source = 'accounts' and action in (${sql.join(accountHolderActions)}))`

/** Numbers of rows, written as ids, so that rows of two tables have one order. A refund is told by its own table. */
function readEvents({ where }: EventQuery, by: string | undefined) {
  return sql`
    select ('00000000-0000-4000-8000-' || lpad(to_hex(id), 12, '0'))::uuid as id, at, action,
      case when ${isByAccountHolder} then subject else actor end as actor, actor_role, subject, details
    from audit_events
    where ${where} and ${by === undefined ? sql`true` : sql`(actor = ${by}::uuid or (${isByAccountHolder} and subject = ${by}::uuid))`}
      and not (action = 'person_changed' and coalesce(details ->> 'did', '') = 'refunded')`
}

/** Reads refunds; the person is known from the desk's row after their deletion. */
function readRefunds(about: JournalPerson | null, by: string | undefined) {
  const isTheirs = (id: string) => sql`order_acts.order_id in (
    select order_id from desk_person_orders where person_id = ${id}::uuid
    union all
    select (details ->> 'order')::uuid from audit_events
    where details ? 'person' and details ->> 'person' = ${id} and action = 'person_changed' and details ->> 'did' = 'refunded')`
  return sql`
    select ('00000000-0000-4000-9000-' || lpad(to_hex(order_acts.id), 12, '0'))::uuid as id, acted_at as at,
      'order_' || act as action, actor, case when actor is null then 'service' else 'admin' end as actor_role, user_id as subject,
      jsonb_build_object('person', person_id, 'invId', inv_id, 'day', program_day,
        'before', jsonb_build_object('state', 'paid'), 'after', jsonb_build_object('state', 'refunded')) as details
    from order_acts join orders on orders.id = order_acts.order_id
    left join desk_person_orders on desk_person_orders.order_id = orders.id
    where ${about ? isTheirs(about.id) : sql`true`} and ${by === undefined ? sql`true` : sql`actor = ${by}::uuid`}`
}

type JournalPerson = { id: string; userId: string | null; name?: string | null }

async function findPerson(db: Kysely<Tables>, id: string): Promise<JournalPerson> {
  const { rows } = await sql<{ user_id: string | null; name: string | null }>`
    select user_id, coalesce(name, email, phone) as name from desk_people where id = ${id}::uuid`.execute(db)
  return { id, userId: rows[0]?.user_id ?? null, ...(rows[0] && { name: rows[0].name }) }
}

function isAboutPerson({ id, userId }: JournalPerson): RawBuilder<unknown> {
  const byId = sql`(details ? 'person' and details ->> 'person' = ${id})`
  return userId ? sql`(${byId} or subject = ${userId}::uuid)` : byId
}

function toAct(row: ActRow): JournalAct {
  const kept = isRecord(row.details) ? row.details : {}
  const { before, after } =
    row.action === 'email_changed'
      ? { before: { email: row.member_before }, after: { email: row.member } }
      : kept
  const action = journalActionOf(row.action, kept.did)
  return {
    id: row.id,
    at: row.at.toISOString(),
    action,
    by: row.actor === null ? null : { email: row.actor_email, role: staffRoleOf(row.actor_role) },
    program:
      programs.find((each) => each === row.actor_role) ??
      (row.actor === null && isDoneByServer(action) ? 'server' : null),
    person: row.person_id ? { id: row.person_id, name: row.person_name } : null,
    member: row.member,
    changes: changedFacts(isRecord(before) ? before : {}, isRecord(after) ? after : {}),
    // Ids and filters are left out.
    details: toDetails(kept),
  }
}

const programs = ['service', 'server', 'command'] as const

const { details: detailsSchema } = journalActSchema.shape

function toDetails(kept: Record<string, unknown>): JournalAct['details'] {
  const known = Object.entries(kept).filter(([key, value]) => key in detailsSchema.shape && value !== null)
  return detailsSchema.safeParse(Object.fromEntries(known)).data ?? {}
}
