import { type Kysely, sql } from 'kysely'

/**
 * Empties every table of people and of the product, and keeps what is there once: keys, buckets, and the tables named in
 * `kept`. Sequences go on counting. Deletes rows instead of truncating, which on small tables is many times faster.
 */
export async function truncateAll<Tables>(db: Kysely<Tables>, kept: readonly string[] = []): Promise<void> {
  const isEmptied =
    kept.length === 0 ? sql`true` : sql`tablename not in (${sql.join(kept.map((name) => sql.lit(name)))})`
  await sql`
    do $$
    declare
      target record;
    begin
      -- No triggers and no foreign keys while everything goes; the setting ends with the transaction.
      perform set_config('session_replication_role', 'replica', true);
      for target in
        select schemaname, tablename from pg_tables
        where (schemaname in ('public', 'auth') and ${isEmptied})
          or (schemaname, tablename) in (('storage', 'objects'), ('platform', 'mail_throttle'), ('platform', 'rate_limits'),
            ('platform', 'decoys'), ('platform', 'decoy_codes'), ('platform', 'decoy_flows'))
      loop
        execute format('delete from %I.%I', target.schemaname, target.tablename);
      end loop;
    end
    $$`.execute(db)
}
