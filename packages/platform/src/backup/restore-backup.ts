import type { DatabaseSession, OpenDatabase } from '../database/database.ts'
import { listKnownMigrations, type MigrationVersions, migrate } from '../database/migrate.ts'
import type { ObjectStore } from '../storage/stores/object-store.ts'
import { BackupError } from './backup-error.ts'
import { type DatabaseLoader, loadDatabase } from './load-database.ts'
import type { Counts, Manifest, Part } from './parts.ts'
import { checkCounts } from './read-backup.ts'
import { listTables, secretsTable } from './tables.ts'

export type RestoreTarget = {
  database: OpenDatabase
  migrationsDir: string
  /** Makes the tables that are not made by migrations. */
  prepare: (database: OpenDatabase) => Promise<void>
  /** Null for no files. */
  store: Pick<ObjectStore, 'write'> | null
  /** Keeps what opens the secrets; null leaves the secrets out, too, so that new ones are made at the next start. */
  keepKeys: ((keys: string) => Promise<void>) | null
}

/** The loaded counts; `hasKeys` if keys were included. */
type LoadedCounts = Counts & { hasKeys: boolean }

/** The result of a restore and when its backup was made. */
export type RestoreResult = LoadedCounts & { madeAt: Date }

/**
 * Restores a backup into an empty database and store. Refuses a database with tables and a newer
 * backup. Later migrations run at the next start, and all sessions are dropped.
 */
export async function restoreBackup(
  parts: AsyncIterable<Part>,
  target: RestoreTarget,
): Promise<RestoreResult> {
  const { database, migrationsDir, store, keepKeys } = target
  await requireEmptyDatabase(database)
  const iterator = parts[Symbol.asyncIterator]()
  try {
    const { migrations, madeAt } = await readManifest(iterator, migrationsDir)
    await database.withSession((session) => migrate(session, migrationsDir, { only: migrations }))
    await target.prepare(database)
    const takes = (table: string) => keepKeys !== null || table !== secretsTable
    const loaded = await database.withSession((session) =>
      loadDatabase(session, async (loader) => {
        const loaded = await loadParts(iterator, loader, { store, keepKeys, takes })
        await deleteSignIns(session)
        return loaded
      }),
    )
    return { ...loaded, madeAt: new Date(madeAt) }
  } finally {
    await iterator.return?.()
  }
}

/** Tables of sessions and pending sign-ins. */
const signIns =
  `sessions refresh_tokens mfa_amr_claims mfa_challenges one_time_tokens flow_state saml_relay_states
  webauthn_challenges`
    .split(/\s+/)
    .map((name) => `auth.${name}`)

/** Empties the tables of sign-ins, of which an older backup has not all. */
async function deleteSignIns(session: DatabaseSession): Promise<void> {
  const known = (await listTables(session, ['auth'])).map(({ name }) => name)
  const emptied = signIns.filter((name) => known.includes(name))
  if (emptied.length > 0) await session.script(`truncate ${emptied.join(', ')}`)
}

/**
 * Reads the manifest at the beginning of a backup. Throws when it is of a newer version than this
 * one.
 */
export async function readManifest(parts: AsyncIterator<Part>, migrationsDir: string): Promise<Manifest> {
  const first = await parts.next()
  if (first.done || first.value.type !== 'manifest') {
    throw new BackupError('damaged', 'The backup is damaged.')
  }
  await refuseNewerVersions(first.value.value.migrations, migrationsDir)
  return first.value.value
}

type LoadOptions = Pick<RestoreTarget, 'store' | 'keepKeys'> & {
  /** Returns which tables come along. */
  takes: (table: string) => boolean
}

/** Loads the parts after the manifest, and counts what came along. */
export async function loadParts(
  parts: AsyncIterator<Part>,
  loader: DatabaseLoader,
  { store, keepKeys, takes }: LoadOptions,
): Promise<LoadedCounts> {
  let said: Counts | null = null
  let files = 0
  let isLeftOut = false
  let hasKeys = false
  for (let next = await parts.next(); !next.done; ) {
    const part = next.value
    if (part.type === 'file') {
      const file = fileBytesFrom(parts)
      await (store ? store.write(part.value, file.read()) : discard(file.read()))
      files += 1
      next = file.next()
      continue
    }
    if (part.type === 'table') {
      isLeftOut = !takes(part.value.name)
      if (!isLeftOut) await loader.table(part.value)
    }
    if (part.type === 'rows' && !isLeftOut) await loader.rows(part.bytes)
    if (part.type === 'sequences') await loader.sequences(part.value)
    if (part.type === 'keys' && keepKeys) {
      await keepKeys(part.value)
      hasKeys = true
    }
    if (part.type === 'end') said = part.value
    next = await parts.next()
  }
  if (!said) throw new BackupError('damaged', 'The end of the backup is missing.')
  const tables = Object.fromEntries(Object.entries(said.tables).filter(([table]) => takes(table)))
  const counts = { ...said, tables }
  checkCounts(counts, { tables: await loader.count(), files, missingFiles: 0 })
  return { ...counts, hasKeys }
}

async function discard(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of bytes);
}

/** The bytes that follow a file's name, and then the part after them. */
function fileBytesFrom(parts: AsyncIterator<Part>) {
  let after: IteratorResult<Part> = { done: true, value: undefined }
  return {
    async *read(): AsyncGenerator<Uint8Array, undefined> {
      for (after = await parts.next(); !after.done && after.value.type === 'bytes'; ) {
        yield after.value.bytes
        after = await parts.next()
      }
    },
    next: () => after,
  }
}

/** Throws when a database holds any table of an installation. */
export async function requireEmptyDatabase(database: OpenDatabase): Promise<void> {
  const [table] = await database.withSession(listTables)
  if (table) {
    throw new BackupError(
      'not_empty',
      `The database is not empty: it has ${table.name}. A backup is restored into an empty one only.`,
    )
  }
}

async function refuseNewerVersions(migrations: MigrationVersions, migrationsDir: string): Promise<void> {
  const known = await listKnownMigrations(migrationsDir)
  const unknown = [
    ...migrations.platform.filter((version) => !known.platform.includes(version)),
    ...migrations.product.filter((version) => !known.product.includes(version)),
  ]
  if (unknown.length > 0) {
    throw new BackupError(
      'too_new',
      `The backup is of a newer version: it has migration ${unknown.join(', ')}. Update first, then restore.`,
    )
  }
}
