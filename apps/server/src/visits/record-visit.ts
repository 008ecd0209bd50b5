import type { TellVisit } from '@app/contracts/visits'
import { cleanHost, cleanLanguage, cleanMark } from '@app/domain/visits/source'
import { cleanSeconds, mergeVisit, type Visit } from '@app/domain/visits/visit'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../services/tables.ts'
import { textsVersion } from './texts-version.ts'

type Told = {
  visit: TellVisit
  acceptLanguage: string | undefined
  /** The host of our own pages. */
  ownHost: string
  now: Date
}

/** Keeps how far a visit got. Its source, language and texts are those it was first told with. Safe to repeat. */
export function recordVisit(db: Kysely<Tables>, { visit, ...rest }: Told): Promise<void> {
  const told = { ...rest, visit: { ...visit, seconds: cleanSeconds(visit.seconds) } }
  return db.transaction().execute(async (trx) => {
    if (await insertVisit(trx, told)) return
    const known = await lockVisit(trx, told.visit.id)
    // Forgotten in this moment: nothing is left to be told of.
    if (!known) return
    const merged = mergeVisit(known, told.visit)
    const isSaved = await hasLead(trx, known.attempt)
    await trx
      .updateTable('visits')
      .set({
        // A visit that was saved goes on leading to what was saved.
        ...(!isSaved && { attempt_id: told.visit.attempt }),
        step: merged.step,
        seconds: merged.seconds.map((spent) => spent ?? null),
        finished: merged.finished,
      })
      .where('id', '=', known.id)
      .execute()
  })
}

/** Whether this visit was told of before, so that telling of it again adds no row. */
export async function isKnownVisit(db: Kysely<Tables>, id: string): Promise<boolean> {
  return (await db.selectFrom('visits').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

async function insertVisit(
  trx: Transaction<Tables>,
  { visit, acceptLanguage, ownHost, now }: Told,
): Promise<boolean> {
  const [source, medium, campaign, referrer] = visit.from
  const inserted = await trx
    .insertInto('visits')
    .values({
      ...{ id: visit.id, attempt_id: visit.attempt, began_at: now },
      ...{ texts: textsVersion, language: cleanLanguage(acceptLanguage) },
      ...{ utm_source: cleanMark(source), utm_medium: cleanMark(medium), utm_campaign: cleanMark(campaign) },
      referrer: cleanHost(referrer, ownHost),
      ...{ step: visit.step, seconds: visit.seconds, finished: visit.finished },
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
