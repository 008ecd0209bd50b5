import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseSession } from './open-database.ts'

const platformMigrations = join(import.meta.dirname, '../../migrations')

type Migration = { version: string; name: string; sql: string }

/**
 * Brings the database up to date: the platform's own migrations, then the product's. Each runs once, in a transaction
 * of its own. The lock makes several processes that start together wait for the first of them.
 */
export async function migrate(session: DatabaseSession, productDir: string | undefined): Promise<void> {
  await session.query("select pg_advisory_lock(hashtext('platform migrations'))")
  try {
    await session.script(`
      create schema if not exists platform;
      create table if not exists platform.migrations (version text primary key, name text);
      create schema if not exists supabase_migrations;
      create table if not exists supabase_migrations.schema_migrations (
        version text primary key, statements text[], name text
      );`)
    await runMissing(session, 'platform.migrations', await readMigrations(platformMigrations))
    if (productDir) {
      await runMissing(session, 'supabase_migrations.schema_migrations', await readMigrations(productDir))
    }
  } finally {
    await session.query("select pg_advisory_unlock(hashtext('platform migrations'))")
  }
}

async function runMissing(session: DatabaseSession, ledger: string, migrations: Migration[]): Promise<void> {
  const done = new Set(
    (await session.query<{ version: string }>(`select version from ${ledger}`)).map((row) => row.version),
  )
  for (const migration of migrations) {
    if (!done.has(migration.version)) await runMigration(session, ledger, migration)
  }
}

async function runMigration(session: DatabaseSession, ledger: string, migration: Migration): Promise<void> {
  await session.script('begin')
  try {
    await session.script(migration.sql)
    await session.query(`insert into ${ledger} (version, name) values ($1, $2)`, [
      migration.version,
      migration.name,
    ])
    await session.script('commit')
  } catch (error) {
    await session.script('rollback')
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`Migration ${migration.version}_${migration.name} failed: ${reason}`, { cause: error })
  }
}

/** The migrations of a folder, `<version>_<name>.sql`, oldest first; other files are no migrations. */
async function readMigrations(dir: string): Promise<Migration[]> {
  const files = (await readdir(dir)).filter((file) => /^\d+_.+\.sql$/.test(file)).sort()
  return Promise.all(
    files.map(async (file) => ({
      version: file.slice(0, file.indexOf('_')),
      name: file.slice(file.indexOf('_') + 1, -'.sql'.length),
      sql: await readFile(join(dir, file), 'utf8'),
    })),
  )
}
