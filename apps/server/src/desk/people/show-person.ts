import type { DeskPerson } from '@app/contracts/desk/person'
import { hasPermission } from '@app/domain/auth/roles'
import type { Kysely } from 'kysely'
import { notFound } from '../../http/app-error.ts'
import type { Tables } from '../../services/tables.ts'
import type { PersonAct } from './person-act.ts'
import { findPerson } from './person-query.ts'
import { refreshDesk } from './refresh-desk.ts'

export type PersonPageServices = { db: Kysely<Tables>; now: () => Date; canMessage: boolean }

/** A person’s page as this member of the staff may see it, with what has changed until now. Throws `not_found`. */
export async function showPerson(
  { db, now, canMessage }: PersonPageServices,
  { personId, by }: PersonAct,
): Promise<DeskPerson> {
  await refreshDesk(db)
  const seesAnswers = hasPermission(by.role, 'answers')
  const person = await findPerson(db, personId, { now: now(), seesAnswers, reader: by.userId, canMessage })
  if (!person) throw notFound()
  return person
}
