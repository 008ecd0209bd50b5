import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isPostgresError } from '../http/postgres-error.ts'
import type { DatabaseSession } from './database.ts'
import { StartRefusedError } from './start-refused.ts'

const ledgers = { platform: 'platform.migrations', product: 'supabase_migrations.schema_migrations' } as const
const platformMigrations = join(import.meta.dirname, '../../migrations')

type Migration = { version: string; name: string; sql: string }

/** Migrations by version: the platform's own and the product's. */
export type MigrationVersions = { platform: readonly string[]; product: readonly string[] }

/** Callbacks around migrations. */
export type AroundMigrations = {
  /** Called before the `missing` migrations change an existing database. */
  before?: (session: DatabaseSession, missing: MigrationVersions) => Promise<void>
  /** Called after all migrations. */
  after?: () => Promise<void>
  /** Called once for each migration that waits for a table lock. */
  waits?: (migration: string) => void
}

export type MigrateOptions = AroundMigrations & {
  /** Brings the database to where it was when those had run. */
  only?: MigrationVersions
}

/** The lock timeout of a migration. It retries, because others queue behind it. */
const lockTimeout = '2s'
const lockPauseMs = 1_000
const lockNotAvailable = '55P03'

/**
 * Runs the missing migrations of the platform and the product, each in its own transaction. An
 * advisory lock serializes processes. Throws `StartRefusedError` for an unknown applied migration.
 */
export async function migrate(
  session: DatabaseSession,
  productDir: string | undefined,
  { only, before, after, waits }: MigrateOptions = {},
): Promise<void> {
  await session.query("select pg_advisory_lock(hashtext('platform migrations'))")
  try {
    const sets = [await readSet(session, ledgers.platform, platformMigrations, only?.platform)]
    if (productDir) sets.push(await readSet(session, ledgers.product, productDir, only?.product))
    refuseNewerMigrations(sets.flatMap(({ unknown }) => unknown))
    const [platform = [], product = []] = sets.map(({ missing }) => missing.map(({ version }) => version))
    const isNew = sets.every(({ hasRun }) => hasRun.length === 0)
    if (!isNew && platform.length + product.length > 0) await before?.(session, { platform, product })

    await session.script(`
      create schema if not exists platform;
      create table if not exists platform.migrations (version text primary key, name text);
      create schema if not exists supabase_migrations;
      create table if not exists supabase_migrations.schema_migrations (
        version text primary key, statements text[], name text
      );`)
    for (const { ledger, missing } of sets) {
      for (const migration of missing) await runMigration(session, ledger, migration, waits)
    }
    await after?.()
  } finally {
    // A connection that broke has let go of it already; what broke it is what counts.
    await session.query("select pg_advisory_unlock(hashtext('platform migrations'))").catch(() => {})
  }
}

/** The versions of the migrations that have run. */
export async function readMigrated(session: DatabaseSession): Promise<MigrationVersions> {
  return {
    platform: await readLedger(session, ledgers.platform),
    product: await readMigratedProduct(session),
  }
}

/** Reads the product's applied migrations of a hosted database. */
export function readMigratedProduct(session: DatabaseSession): Promise<string[]> {
  return readLedger(session, ledgers.product)
}

/** The rows of the platform's own ledger once all of its migrations have run. */
export async function readPlatformLedger(): Promise<{ version: string; name: string }[]> {
  return (await readMigrations(platformMigrations)).map(({ version, name }) => ({ version, name }))
}

/** The versions that there are files for. */
export async function listKnownMigrations(productDir: string): Promise<MigrationVersions> {
  const versionsIn = async (dir: string) => (await readMigrations(dir)).map(({ version }) => version)
  return {
    platform: await versionsIn(platformMigrations),
    product: productDir ? await versionsIn(productDir) : [],
  }
}

/** The applied and missing migrations of a folder. */
type MigrationSet = { ledger: string; hasRun: string[]; unknown: string[]; missing: Migration[] }

async function readSet(
  session: DatabaseSession,
  ledger: string,
  dir: string,
  only: readonly string[] | undefined,
): Promise<MigrationSet> {
  const hasRun = await readLedger(session, ledger)
  const known = await readMigrations(dir)
  return {
    ledger,
    hasRun,
    unknown: hasRun.filter((ran) => !known.some(({ version }) => version === ran)),
    missing: known.filter(({ version }) => !hasRun.includes(version) && (!only || only.includes(version))),
  }
}

function refuseNewerMigrations(unknown: readonly string[]): void {
  if (unknown.length === 0) return
  throw new StartRefusedError(
    `The database is of a newer version than this one: it has migration ${unknown.join(', ')}. ` +
      'Start the newer version again; or, to go back, restore the copy that was made before the update into an empty place ' +
      '(docs/production.md, "Updating").',
  )
}

async function readLedger(session: DatabaseSession, ledger: string): Promise<string[]> {
  const [found] = await session.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    ledger,
  ])
  if (!found?.there) return []
  const rows = await session.query<{ version: string }>(`select version from ${ledger} order by version`)
  return rows.map(({ version }) => version)
}

async function runMigration(
  session: DatabaseSession,
  ledger: string,
  migration: Migration,
  waits?: AroundMigrations['waits'],
): Promise<void> {
  const { version, name, sql } = migration
  try {
    await session.script(`begin; set local lock_timeout = '${lockTimeout}'`)
    await session.script(sql)
    await session.query(`insert into ${ledger} (version, name) values ($1, $2)`, [version, name])
    await session.script('commit')
  } catch (error) {
    await session.script('rollback').catch(() => {})
    if (isPostgresError(error) && error.code === lockNotAvailable) {
      waits?.(`${version}_${name}`)
      await sleep(lockPauseMs)
      return runMigration(session, ledger, migration)
    }
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartRefusedError(`Migration ${version}_${name} failed: ${reason}`, { cause: error })
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
