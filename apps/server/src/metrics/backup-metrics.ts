import { type Kysely, sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Tables } from '../services/tables.ts'

type LatestBackup = { age: number | null; bytes: number | null; failed: boolean | null }

/** Adds how old the last good backup is and how large, and if the last try failed; nothing before the first try. */
export async function registerBackupMetrics(registry: Registry, db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<LatestBackup>`
    select extract(epoch from now() - good.ended_at)::float8 as age, good.bytes::float8 as bytes,
      (select name is null from backups order by id desc limit 1) as failed
    from (values (1)) as one
    left join lateral (
      select ended_at, bytes from backups where name is not null order by ended_at desc limit 1
    ) as good on true`.execute(db)
  const { age = null, bytes = null, failed = null } = rows[0] ?? {}
  const add = (name: string, help: string, value: number | null) => {
    if (value !== null) new Gauge({ name, help, registers: [registry] }).set(value)
  }
  add('backup_age_seconds', 'How long ago the last backup was made and restored.', age)
  add('backup_size_bytes', 'How large it is.', bytes)
  add('backup_failed', 'Whether the last try to make one failed.', failed === null ? null : Number(failed))
}
