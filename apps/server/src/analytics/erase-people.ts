import type { Kysely } from 'kysely'
import type { Tables } from '../services/tables.ts'
import type { PersonEraser } from './person-eraser.ts'

/** A browser may still have told of its last moments after the account was gone; those have to be forgotten, too. */
const settlingDelayMs = 3_600_000
const batchSize = 500

/** Says whether deleted accounts are to be noted for the provider; without a way to tell it, none are and none wait. */
export async function saveErasureSetting(db: Kysely<Tables>, erasesPeople: boolean): Promise<void> {
  await db
    .insertInto('analytics_switches')
    .values({ erases_people: erasesPeople })
    .onConflict((conflict) => conflict.column('one').doUpdateSet({ erases_people: erasesPeople }))
    .execute()
  if (!erasesPeople) await db.deleteFrom('analytics_erasures').execute()
}

/**
 * Has the provider forget everyone whose account has been gone for an hour. Throws when it does not agree; they wait for
 * the next run. Telling it twice of the same person changes nothing.
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
