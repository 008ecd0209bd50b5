import { isDeepStrictEqual } from 'node:util'
import {
  type MarkPersonRequest,
  type MarkPersonResponse,
  type Marks,
  maxTags,
} from '@app/contracts/desk/person'
import type { PersonStatus } from '@app/domain/desk/people'
import { compareWords } from '@app/domain/letters'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { recordDeskAction } from '../../audit/record-audit.ts'
import { AppError, invalidInput, notFound } from '../../http/app-error.ts'
import type { Tables } from '../../services/tables.ts'
import { findSubject, type PersonAct } from './person-act.ts'
import { recordDeskChange } from './record-desk-change.ts'

/**
 * Changes the given marks of a person and returns the values before and after. Throws `not_found`,
 * `mark_conflict` when a value differs from `expected`, and `invalid_input` for too many tags or a
 * future answer.
 */
export function markPerson(
  { db, now }: { db: Kysely<Tables>; now: () => Date },
  { personId, by }: PersonAct,
  {
    status,
    addTag,
    removeTag,
    nextContactOn,
    answered,
    answeredAt,
    contactId,
    questionId,
    expected,
  }: MarkPersonRequest,
): Promise<MarkPersonResponse> {
  if (answeredAt && new Date(answeredAt) > now()) throw invalidInput({ answeredAt: 'later' })
  return db.transaction().execute(async (trx) => {
    const before = await lockMarks(trx, personId, contactId)
    if (!isDeepStrictEqual({ ...before, ...expected }, before)) throw new AppError('mark_conflict')
    const tags = changeTags(before.tags, { addTag, removeTag })
    if (tags.length > Math.max(maxTags, before.tags.length)) throw invalidInput({ addTag: 'too_many' })
    const saidAnswered =
      answeredAt !== undefined
        ? { answered_at: answeredAt === null ? null : new Date(answeredAt) }
        : // Without a waiting question nothing is answered.
          answered && before.waits && { answered_at: answeredUntil(now(), contactId, questionId) }
    await trx
      .updateTable('desk_people')
      .set({
        ...(status !== undefined && { marked_status: status }),
        tags,
        ...(nextContactOn !== undefined && { next_contact_on: nextContactOn }),
        ...(!contactId && saidAnswered),
      })
      .where('id', '=', personId)
      .execute()
    if (contactId && saidAnswered) {
      await trx.updateTable('message_contacts').set(saidAnswered).where('id', '=', contactId).execute()
    }
    await sql`select refresh_desk_person(${personId}::uuid)`.execute(trx)
    const after = await lockMarks(trx, personId, contactId)
    // Answered a second time is answered as before.
    if (isDeepStrictEqual({ ...after, answeredAt: before.answeredAt }, before)) return { before, after }
    await recordDeskChange(trx, personId)
    const subject = await findSubject(trx, personId)
    const details = {
      person: personId,
      ...(answered && { answered }),
      ...(answeredAt !== undefined && { answered: false }),
    }
    await recordDeskAction(trx, {
      action: 'person_changed',
      by,
      subject,
      details,
      before: auditedMarks(before),
      after: auditedMarks(after),
    })
    return { before, after }
  })
}

/** Tags are typed text, so the audit records only their number. The status is the displayed one. */
function auditedMarks({ shownStatus, tags, nextContactOn }: LockedMarks) {
  return { status: shownStatus, tags: tags.length, nextContactOn }
}

function changeTags(
  tags: readonly string[],
  { addTag, removeTag }: Pick<MarkPersonRequest, 'addTag' | 'removeTag'>,
): string[] {
  const changed = new Set(tags)
  if (addTag) changed.add(addTag)
  if (removeTag) changed.delete(removeTag)
  return [...changed].sort(compareWords)
}

type LockedMarks = Marks & { shownStatus: PersonStatus; waits: boolean }

/**
 * Returns the time until which all is answered: the time of the given question, because later ones
 * are unseen, or now.
 */
function answeredUntil(
  now: Date,
  contactId: string | undefined,
  questionId: string | undefined,
): RawBuilder<Date> {
  return sql`coalesce(
    (select written_at from inbound_messages
      where id = ${questionId ?? null}::uuid and contact_id = ${contactId ?? null}::uuid), ${now})`
}

/**
 * Locks a person and reads their marks; with `contactId`, the answered state is that number's.
 * Throws `not_found`.
 */
async function lockMarks(
  trx: Transaction<Tables>,
  personId: string,
  contactId?: string,
): Promise<LockedMarks> {
  const row = await trx
    .selectFrom('desk_people')
    .select([
      'status',
      'marked_status',
      'tags',
      'waits_since',
      'answered_at',
      sql<string | null>`next_contact_on::text`.as('next_contact'),
    ])
    .where('id', '=', personId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  const waiting = contactId ? await findConversation(trx, personId, contactId) : row
  return {
    ...{ status: row.marked_status, tags: row.tags, nextContactOn: row.next_contact },
    answeredAt: waiting.answered_at?.toISOString() ?? null,
    shownStatus: row.status,
    waits: waiting.waits_since !== null,
  }
}

async function findConversation(trx: Transaction<Tables>, personId: string, contactId: string) {
  const number = await trx
    .selectFrom('desk_person_contacts')
    .innerJoin('message_contacts', 'message_contacts.id', 'contact_id')
    .select(['answered_at', 'waits_since'])
    .where('contact_id', '=', contactId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  if (!number) throw notFound()
  return number
}
