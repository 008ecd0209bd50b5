import type { Funnel, FunnelQuery, Group, Passage } from '@app/contracts/desk/funnel'
import { type FunnelProgress, stepFigures } from '@app/domain/desk/funnel'
import { almatyDay, almatyDayStart } from '@app/domain/time/almaty'
import { reportedSteps } from '@app/domain/visits/reported-steps'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../services/tables.ts'
import { textsVersion } from '../visits/texts-version.ts'
import { almatyClock } from './almaty-clock.ts'

const maxGroups = 50

type GroupRow = Passage & { kind: number; name: string | null; first: string; last: string }

/** Reads the funnel of the visits that began in a period, step by step and by source. */
export async function readFunnel(db: Kysely<Tables>, query: FunnelQuery, now: Date): Promise<Funnel> {
  const since = almatyDayStart(now, query.days - 1)
  const all = visitConditions(query, since)
  const where = sql`${all} and ${isProvenVisit}`
  const [groups, reached, medians, unproven] = [
    await readGroups(db, where),
    await readFunnelProgress(db, where),
    await readMedians(db, where),
    await countUnproven(db, all),
  ]
  const of = (kind: GroupingKind) =>
    groups
      .filter((row) => row.kind === groupingKinds[kind])
      .map(({ kind: _, first: __, last: ___, ...group }): Group => group)
  return {
    from: almatyDay(since),
    all: sumGroups(groups),
    unproven,
    steps: stepFigures(reached, medians, reportedSteps.length),
    bySource: of('source').slice(0, maxGroups),
    byCampaign: of('campaign').slice(0, maxGroups),
    byWeek: of('week').toSorted((one, other) => ((one.name ?? '') < (other.name ?? '') ? 1 : -1)),
    byLanguage: of('language').slice(0, maxGroups),
    // The newest are the ones to judge, and nobody has seen them often yet: the cut is by day.
    byTexts: groups
      .filter(({ kind }) => kind === groupingKinds.texts)
      .toSorted((one, other) => other.last.localeCompare(one.last) || other.first.localeCompare(one.first))
      .slice(0, maxGroups)
      .map(({ kind: _, ...group }) => ({ ...group, isCurrent: group.name === textsVersion })),
  }
}

/** Counts the outcomes of the visits that began between two instants. */
export async function readFunnelTotals(
  db: Kysely<Tables>,
  { begins, ends }: { begins: Date; ends: Date },
): Promise<Passage> {
  return sumGroups(
    await readGroups(db, sql`began_at >= ${begins} and began_at < ${ends} and ${isProvenVisit}`),
  )
}

function sumGroups(groups: readonly GroupRow[]): Passage {
  const {
    kind: _,
    name: __,
    first: ___,
    last: ____,
    ...all
  } = groups.find(({ kind }) => kind === groupingKinds.all) ?? emptyGroup
  return all
}

/** PostgreSQL's `grouping` values of the sets below. */
const groupingKinds = { all: 31, source: 15, campaign: 23, week: 27, language: 29, texts: 30 } as const
type GroupingKind = keyof typeof groupingKinds

const emptyGroup: GroupRow = {
  ...{ kind: groupingKinds.all, name: null, first: '', last: '', visits: 0, saved: 0 },
  ...{ checklist: 0, program: 0, consultation: 0 },
}

/** The first visit of an attempt led to its lead, unless it was reported too late. */
const ledToLead = sql`leads.attempt_id = visits.attempt_id and began_at < leads.created_at + interval '10 minutes'
  and not exists (
    select from visits as earlier
    where earlier.attempt_id = visits.attempt_id and (earlier.began_at, earlier.id) < (visits.began_at, visits.id))`

/** True when the visit has a page's token or a lead. Other visits may be forged. */
const isProvenVisit = sql`(visits.proven or exists (select from quiz_leads as leads where ${ledToLead}))`

const source = sql`coalesce(utm_source, referrer)`

function visitConditions({ source: wanted, language }: FunnelQuery, since: Date): RawBuilder<unknown> {
  const conditions = [
    sql`began_at >= ${since}`,
    ...(wanted === undefined ? [] : [wanted === '-' ? sql`${source} is null` : sql`${source} = ${wanted}`]),
    ...(language === undefined
      ? []
      : [language === '-' ? sql`language is null` : sql`language = ${language}`]),
  ]
  return sql.join(conditions, sql` and `)
}

/**
 * A visit counts the outcomes of its lead, or of the account that was verified after it. Test
 * orders do not count. With several leads, an order belongs to the lead that it names, or else to
 * the newest lead before it.
 */
async function readGroups(db: Kysely<Tables>, where: RawBuilder<unknown>): Promise<GroupRow[]> {
  const bought = (product: string) => sql`exists (
    select from orders
    where product = ${product} and paid_at >= leads.created_at and not test
      and (orders.lead_id = leads.id or (orders.lead_id is null and leads.ownership = 'own' and orders.user_id = leads.user_id
        and not exists (
          select from quiz_leads as later
          where later.user_id = leads.user_id and later.ownership = 'own' and later.created_at <= paid_at
            and (later.created_at, later.id) > (leads.created_at, leads.id)))))`
  const { rows } = await sql<GroupRow>`
    with seen as (
      select ${source} as source, language, texts,
        nullif(concat_ws(' / ', utm_medium, utm_campaign), '') as campaign,
        to_char(date_trunc('week', ${almatyClock('began_at')}), 'YYYY-MM-DD') as week,
        to_char(${almatyClock('began_at')}, 'YYYY-MM-DD') as day,
        leads.id is not null as saved,
        leads.id is not null and exists (
          select from message_contacts join messages on contact_id = message_contacts.id
          where message_contacts.phone = public.phone_digits(leads.phone)
            and kind = 'checklist' and status <> 'failed' and messages.created_at >= leads.created_at
            and not exists (
              select from quiz_leads as later
              where right(regexp_replace(later.phone, '[^0-9]', '', 'g'), 9) = right(message_contacts.phone, 9)
                and public.phone_digits(later.phone) = message_contacts.phone and later.created_at <= messages.created_at
                and (later.created_at, later.id) > (leads.created_at, leads.id))) as checklist,
        leads.id is not null and ${bought('subscription')} as program,
        leads.id is not null and ${bought('consultation')} as consultation
      from visits left join quiz_leads as leads on ${ledToLead}
      where ${where}
    )
    select grouping(source, campaign, week, language, texts)::int as kind,
      coalesce(source, campaign, week, language, texts) as name,
      min(day) as first, max(day) as last,
      count(*)::int as visits,
      (count(*) filter (where saved))::int as saved,
      (count(*) filter (where checklist))::int as checklist,
      (count(*) filter (where program))::int as program,
      (count(*) filter (where consultation))::int as consultation
    from seen group by grouping sets ((), (source), (campaign), (week), (language), (texts))
    order by visits desc, name`.execute(db)
  return rows
}

async function readFunnelProgress(db: Kysely<Tables>, where: RawBuilder<unknown>): Promise<FunnelProgress[]> {
  const { rows } = await sql<FunnelProgress>`
    select step::int as step, leads.id is not null as finished, count(*)::int as visits
    from visits left join quiz_leads as leads on ${ledToLead} where ${where} group by 1, 2`.execute(db)
  return rows
}

async function countUnproven(db: Kysely<Tables>, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from visits where ${where} and not ${isProvenVisit}`.execute(db)
  return rows[0]?.count ?? 0
}

async function readMedians(db: Kysely<Tables>, where: RawBuilder<unknown>): Promise<Map<number, number>> {
  const { rows } = await sql<{ step: number; median: number }>`
    select times.step::int as step, percentile_cont(0.5) within group (order by spent)::float8 as median
    from (select seconds from visits where ${where}) as told, unnest(seconds) with ordinality as times (spent, step)
    where spent is not null group by times.step`.execute(db)
  return new Map(rows.map(({ step, median }) => [step, median]))
}
