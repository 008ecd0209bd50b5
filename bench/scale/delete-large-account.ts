import { seededId } from '@app/testing/scale/seed'
import { sql } from 'kysely'
import type { Sized } from './sized.ts'

const many = 50_000

/** How long the longest statement takes of deleting a buyer's account with very many messages, as its function does it. */
export async function deleteLargeAccount(sized: Sized): Promise<void> {
  const { db } = sized
  const n = sized.next()
  await db.transaction().execute(async (trx) => {
    await sql`select set_config('session_replication_role', 'replica', true)`.execute(trx)
    await sql`insert into messages (kind, contact_id, user_id, subscription_id, day, deadline, status, send_state, provider_message_id)
      select 'manual', ${seededId('contact', n)}::uuid, ${seededId('user', n)}::uuid, ${seededId('program', n)}::uuid, 1, now(), 'read',
        'done', 'wamid.many.' || turn from generate_series(1, ${many}::int) as turn`.execute(trx)
    await sql`insert into message_events (provider, event_key, payload, handled_at)
      select 'whatsapp', 'status:wamid.many.' || turn || ':read',
        jsonb_build_object('providerMessageId', 'wamid.many.' || turn), now()
      from generate_series(1, ${many}::int) as turn`.execute(trx)
  })
  await sql`insert into message_calls (provider, body, body_sha256, read_at)
    select 'whatsapp', convert_to('{"statuses":[{"id":"wamid.many.' || turn || '"}]}', 'UTF8'),
      encode(sha256(turn::text::bytea), 'hex'), now()
    from generate_series(1, ${many}::int, 10) as turn`.execute(db)

  const times: number[] = []
  const timed = async (statement: ReturnType<typeof sql<{ answer: number | boolean }>>) => {
    const startedAt = performance.now()
    const { rows } = await statement.execute(db)
    times.push(performance.now() - startedAt)
    return rows[0]?.answer
  }
  while ((await timed(sql`select delete_account_messages(${seededId('user', n)}::uuid) as answer`)) !== 0) {}
  const isDeleted = await timed(sql`select delete_account(${seededId('user', n)}::uuid) as answer`)
  if (isDeleted !== true) throw new Error('the account was not deleted')
  console.log(
    `\na buyer with ${many.toLocaleString('en')} messages is deleted in ${times.length} statements, ` +
      `the longest ${Math.round(Math.max(...times))} ms, all ${Math.round(times.reduce((sum, ms) => sum + ms, 0))} ms`,
  )
}
