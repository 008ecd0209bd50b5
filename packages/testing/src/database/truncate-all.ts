import { type Kysely, sql } from 'kysely'

/** Empties every table of people and of the product, and keeps what migrations put there: keys and buckets. */
export async function truncateAll<Tables>(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'auth') or (schemaname, tablename) in (('storage', 'objects'), ('platform', 'mail_throttle'))`.execute(
    db,
  )
  if (rows.length === 0) return
  await sql`truncate ${sql.raw(rows.map(({ name }) => name).join(', '))} restart identity cascade`.execute(db)
}
