import type { Kysely } from 'kysely'
import { recordDeskAction } from '../../audit/record-audit.ts'
import { notFound } from '../../http/app-error.ts'
import type { Tables } from '../../services/tables.ts'
import { lockPerson } from './lock-person.ts'
import type { PersonAct } from './person-act.ts'
import { recordDeskChange } from './record-desk-change.ts'

/** Adds a note. What an assistant writes is theirs to read: it is never about health. */
export function addNote(
  db: Kysely<Tables>,
  { personId, by }: PersonAct,
  { text, aboutHealth }: { text: string; aboutHealth: boolean },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const subject = await lockPerson(trx, personId)
    const { id } = await trx
      .insertInto('desk_notes')
      .values({ person_id: personId, text, about_health: aboutHealth, author: by.userId })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordDeskChange(trx, personId)
    await recordDeskAction(trx, {
      action: 'person_changed',
      by,
      subject,
      details: { person: personId, note: id, did: 'added' },
    })
  })
}

/** Deletes a note. A note that the caller may not read counts as missing. Throws `not_found`. */
export function removeNote(
  db: Kysely<Tables>,
  { personId, by }: PersonAct,
  { noteId, seesAnswers }: { noteId: string; seesAnswers: boolean },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const subject = await lockPerson(trx, personId)
    const { numDeletedRows } = await trx
      .deleteFrom('desk_notes')
      .where('id', '=', noteId)
      .where('person_id', '=', personId)
      .$if(!seesAnswers, (query) => query.where('about_health', '=', false))
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound()
    await recordDeskChange(trx, personId)
    await recordDeskAction(trx, {
      action: 'person_changed',
      by,
      subject,
      details: { person: personId, note: noteId, did: 'removed' },
    })
  })
}
