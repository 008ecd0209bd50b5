import type { Kysely } from 'kysely'
import type { Tables } from '../services/tables.ts'
import type { PersonEraser } from './person-eraser.ts'

/** A browser may send its last events after the account was deleted. */
const settlingDelayMs = 3_600_000
const batchSize = 500

/** Saves whether deleted accounts are queued for the analytics provider. */
export async function saveErasureSetting(db: Kysely<Tables>, erasesPeople: boolean): Promise<void> {
  await db
    .insertInto('analytics_switches')
    .values({ erases_people: erasesPeople })
    .onConflict((conflict) => conflict.column('one').doUpdateSet({ erases_people: erasesPeople }))
    .execute()
  if (!erasesPeople) await db.deleteFrom('analytics_erasures').execute()
}

/**
 * Deletes all people at the provider whose account was deleted more than an hour ago. Throws when
 * the provider fails; the next run repeats it.
 */
export async function erasePeople(db: Kysely<Tables>, eraser: PersonEraser, now: Date): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom('analytics_erasures')
      .select('user_id')
      .where('asked_at', '<', new Date(now.getTime() - settlingDelayMs))
      .orderBy('asked_at')
      .limit(batchSize)
      .execute()
    if (rows.length === 0) return
    const ids = rows.map(({ user_id: id }) => id)
    await eraser.erase(ids)
    await db.deleteFrom('analytics_erasures').where('user_id', 'in', ids).execute()
  }
}
