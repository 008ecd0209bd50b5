import { type Kysely, sql } from 'kysely'
import type { Tables } from '../services/tables.ts'
import type { Metric } from './exposition.ts'

type Found = { age: number | null; bytes: number | null; failed: boolean | null }

/** How old the last good backup is and how large, and whether the last try failed; nothing before the first try. */
export async function readBackups(db: Kysely<Tables>): Promise<Metric[]> {
  const { rows } = await sql<Found>`
    select extract(epoch from now() - good.ended_at)::float8 as age, good.bytes::float8 as bytes,
      (select name is null from backups order by id desc limit 1) as failed
    from (values (1)) as one
    left join lateral (
      select ended_at, bytes from backups where name is not null order by ended_at desc limit 1
    ) as good on true`.execute(db)
  const { age = null, bytes = null, failed = null } = rows[0] ?? {}
  return [
    gauge('backup_age_seconds', 'How long ago the last backup was made and restored.', age),
    gauge('backup_size_bytes', 'How large it is.', bytes),
    gauge(
      'backup_failed',
      'Whether the last try to make one failed.',
      failed === null ? null : Number(failed),
    ),
  ].filter(({ samples }) => samples.length > 0)
}

function gauge(name: string, help: string, value: number | null): Metric {
  return { name, help, type: 'gauge', samples: value === null ? [] : [{ value }] }
}
