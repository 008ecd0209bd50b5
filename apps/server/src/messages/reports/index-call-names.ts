import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../services/tables.ts'

/** The batch size, so that other statements run in between. */
const namesPerStatement = 1000

/**
 * Indexes the people and messages in processed calls, at most `limit` names, so that account
 * deletion finds them. Returns true when nothing is left.
 */
export async function indexCallNames(db: Kysely<Tables>, limit: number): Promise<boolean> {
  for (let count = 0; count < limit; ) {
    const call = await db
      .selectFrom('message_calls')
      .select(['id', 'body', 'names_done'])
      .where('read_at', 'is not', null)
      .where('named_at', 'is', null)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (!call) return true
    const names = extractNames(Buffer.from(call.body))
    let done = call.names_done
    for (; done < names.length && count < limit; count += namesPerStatement) {
      await saveCallNames(db, call.id, names.slice(done, done + namesPerStatement))
      done += namesPerStatement
    }
    // A call without a name counts as well, or many of them would not end.
    count++
    await db
      .updateTable('message_calls')
      .set({ names_done: done, named_at: done < names.length ? null : new Date() })
      .where('id', '=', call.id)
      .execute()
  }
  return false
}

/** Extracts possible names: texts with digits, capitals or dots, and the parts between texts. */
function extractNames(body: Buffer): string[] {
  const texts = new Set(body.toString('latin1').split('"'))
  return [...texts].filter(
    (text) => text.length <= 500 && /[0-9A-Z.]/.test(text) && !/^[\s:,[\]{}]/.test(text),
  )
}

/** A call that was deleted in the meantime is skipped. */
async function saveCallNames(
  db: Kysely<Tables>,
  id: string | number,
  names: readonly string[],
): Promise<void> {
  const digests = names.map((name) => createHash('sha256').update(name, 'latin1').digest('hex').slice(0, 16))
  await sql`
    insert into message_call_names (name_digest, call_id)
    select decode(unnest(${digests}::text[]), 'hex'), id
    from (select id from message_calls where id = ${id} for key share) as call
    on conflict do nothing`.execute(db)
}
