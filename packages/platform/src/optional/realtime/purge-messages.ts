import { sql } from 'kysely'
import type { Db } from '../../database/trx.ts'

/** The number of rows in a transaction. */
const batch = 1_000

/** Deletes expired messages and stored notices. */
export async function purgeMessages(db: Db, messageDays: number): Promise<number> {
  for (let sum = 0; ; ) {
    const { numAffectedRows = 0n } = await sql`
      delete from realtime.messages where id in (
        select id from realtime.messages
        where inserted_at < now() - case extension
          when 'relay' then interval '10 minutes' else make_interval(days => ${messageDays}::integer) end
        limit ${batch} for update skip locked)`.execute(db)
    sum += Number(numAffectedRows)
    if (numAffectedRows < batch) return sum
  }
}
