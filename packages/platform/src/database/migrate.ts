import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseSession } from './open-database.ts'

const ledgers = { platform: 'platform.migrations', product: 'supabase_migrations.schema_migrations' } as const
const platformMigrations = join(import.meta.dirname, '../../migrations')

type Migration = { version: string; name: string; sql: string }

/** Migrations by version: the platform's own and the product's. */
export type MigrationVersions = { platform: readonly string[]; product: readonly string[] }

/**
 * Brings the database up to date: the platform's own migrations, then the product's. Each runs once, in a transaction
 * of its own. The lock makes several processes that start together wait for the first of them. With `only`, brings it to
 * where it was when those had run.
 */
export async function migrate(
  session: DatabaseSession,
  productDir: string | undefined,
  only?: MigrationVersions,
): Promise<void> {
  await session.query("select pg_advisory_lock(hashtext('platform migrations'))")
  try {
    await session.script(`
      create schema if not exists platform;
      create table if not exists platform.migrations (version text primary key, name text);
      create schema if not exists supabase_migrations;
      create table if not exists supabase_migrations.schema_migrations (
        version text primary key, statements text[], name text
      );`)
    const own = await readMigrations(platformMigrations)
    await runMissing(session, ledgers.platform, chosen(own, only?.platform))
    if (productDir) {
      await runMissing(session, ledgers.product, chosen(await readMigrations(productDir), only?.product))
    }
  } finally {
    await session.query("select pg_advisory_unlock(hashtext('platform migrations'))")
  }
}

/** The versions of the migrations that have run. */
export async function readMigrated(session: DatabaseSession): Promise<MigrationVersions> {
  return {
    platform: await readLedger(session, ledgers.platform),
    product: await readLedger(session, ledgers.product),
  }
}

/** The versions that there are files for. */
export async function readKnown(productDir: string): Promise<MigrationVersions> {
  const versionsIn = async (dir: string) => (await readMigrations(dir)).map(({ version }) => version)
  return { platform: await versionsIn(platformMigrations), product: await versionsIn(productDir) }
}

function chosen(migrations: Migration[], only: readonly string[] | undefined): Migration[] {
  return only ? migrations.filter(({ version }) => only.includes(version)) : migrations
}

async function readLedger(session: DatabaseSession, ledger: string): Promise<string[]> {
  const [found] = await session.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    ledger,
  ])
  if (!found?.there) return []
  const rows = await session.query<{ version: string }>(`select version from ${ledger} order by version`)
  return rows.map(({ version }) => version)
}

async function runMissing(session: DatabaseSession, ledger: string, migrations: Migration[]): Promise<void> {
  const done = new Set(await readLedger(session, ledger))
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
