import type { TellVisit } from '@app/contracts/visits'
import { cleanCampaignTag, cleanHost, cleanLanguage } from '@app/domain/visits/source'
import { cleanSeconds, mergeVisit, type Visit } from '@app/domain/visits/visit'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../services/tables.ts'
import { textsVersion } from './texts-version.ts'

type VisitReport = {
  visit: TellVisit
  /** The page's token; null without one. */
  token: string | null
  acceptLanguage: string | undefined
  /** The host of our own pages. */
  ownHost: string
  now: Date
}

/**
 * Saves the progress of a visit. The first report sets its source, language and texts. Repeating it
 * changes nothing.
 */
export function recordVisit(db: Kysely<Tables>, { visit, ...rest }: VisitReport): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const token = rest.token && (await isUnusedToken(trx, rest.token, visit.id)) ? rest.token : null
    const told = { ...rest, token, visit: { ...visit, seconds: cleanSeconds(visit.seconds) } }
    if (await insertVisit(trx, told)) return
    const known = await lockVisit(trx, told.visit.id)
    // The attempt was deleted, so there is nothing to report.
    if (!known) return
    const merged = mergeVisit(known, told.visit)
    const isSaved = await hasLead(trx, known.attempt)
    await trx
      .updateTable('visits')
      .set({
        // A visit with a saved lead keeps its attempt.
        ...(!isSaved && { attempt_id: told.visit.attempt }),
        step: merged.step,
        seconds: merged.seconds.map((spent) => spent ?? null),
        finished: merged.finished,
        // The visit may have started offline, without a token.
        ...(token !== null && { proven: true, token }),
      })
      .where('id', '=', known.id)
      .execute()
  })
}

/** Returns true when this visit was told of before, so that telling of it again adds no row. */
export async function isKnownVisit(db: Kysely<Tables>, id: string): Promise<boolean> {
  return (await db.selectFrom('visits').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** Returns true when no other visit has the token. It serializes reports with the same token. */
async function isUnusedToken(trx: Transaction<Tables>, token: string, id: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${token}, 0))`.execute(trx)
  const other = trx.selectFrom('visits').select('id').where('token', '=', token).where('id', '<>', id)
  return (await other.executeTakeFirst()) === undefined
}

async function insertVisit(
  trx: Transaction<Tables>,
  { visit, token, acceptLanguage, ownHost, now }: VisitReport,
): Promise<boolean> {
  const [source, medium, campaign, referrer] = visit.from
  const inserted = await trx
    .insertInto('visits')
    .values({
      ...{ id: visit.id, attempt_id: visit.attempt, began_at: now },
      ...{ texts: textsVersion, language: cleanLanguage(acceptLanguage) },
      ...{
        utm_source: cleanCampaignTag(source),
        utm_medium: cleanCampaignTag(medium),
        utm_campaign: cleanCampaignTag(campaign),
      },
      referrer: cleanHost(referrer, ownHost),
      ...{ step: visit.step, seconds: visit.seconds, finished: visit.finished },
      ...{ token, proven: token !== null },
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

async function lockVisit(trx: Transaction<Tables>, id: string): Promise<Visit | null> {
  const row = await trx
    .selectFrom('visits')
    .select(['id', 'attempt_id', 'step', 'seconds', 'finished'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ? { ...row, attempt: row.attempt_id } : null
}

async function hasLead(trx: Transaction<Tables>, attempt: string): Promise<boolean> {
  const lead = await trx
    .selectFrom('quiz_leads')
    .select('id')
    .where('attempt_id', '=', attempt)
    .executeTakeFirst()
  return lead !== undefined
}
