import { type MigrationVersions, migrate, readKnown } from '../database/migrate.ts'
import type { OpenDatabase } from '../database/open-database.ts'
import type { ObjectStore } from '../storage/stores/object-store.ts'
import { BackupError } from './backup-error.ts'
import { type DatabaseLoader, loadDatabase } from './load-database.ts'
import type { Counts, Part } from './parts.ts'
import { checkCounts } from './read-backup.ts'
import { listTables, secretsTable } from './tables.ts'

export type RestoreTarget = {
  /** An empty one. */
  database: OpenDatabase
  migrationsDir: string
  /** Makes the tables that are not made by migrations. */
  prepare: (database: OpenDatabase) => Promise<void>
  /** Null leaves files out. */
  store: Pick<ObjectStore, 'write'> | null
  /** Keeps what opens the secrets; null leaves the secrets out, too, so that new ones are made at the next start. */
  keepKeys: ((keys: string) => Promise<void>) | null
}

/**
 * Puts a backup into an empty database and an empty store, and counts what has come of it. Refuses a database that holds
 * any table, and a backup of a newer version than this one. The migrations that are newer run at the next start.
 */
export async function restoreBackup(parts: AsyncIterable<Part>, target: RestoreTarget): Promise<Counts> {
  const { database, migrationsDir } = target
  await refuseFilled(database)
  const iterator = parts[Symbol.asyncIterator]()
  try {
    const first = await iterator.next()
    if (first.done || first.value.type !== 'manifest') {
      throw new BackupError('damaged', 'The backup is damaged.')
    }
    const { migrations } = first.value.value
    await refuseNewer(migrations, migrationsDir)
    await database.withSession((session) => migrate(session, migrationsDir, { only: migrations }))
    await target.prepare(database)
    return await database.withSession((session) =>
      loadDatabase(session, (loader) => load(iterator, loader, target)),
    )
  } finally {
    await iterator.return?.()
  }
}

async function load(
  parts: AsyncIterator<Part>,
  loader: DatabaseLoader,
  { store, keepKeys }: RestoreTarget,
): Promise<Counts> {
  let said: Counts | null = null
  let files = 0
  let isLeftOut = false
  for (let next = await parts.next(); !next.done; ) {
    const part = next.value
    if (part.type === 'file') {
      const file = bytesOfFile(parts)
      await (store ? store.write(part.value, file.read()) : skip(file.read()))
      files += 1
      next = file.next()
      continue
    }
    if (part.type === 'table') {
      isLeftOut = part.value.name === secretsTable && !keepKeys
      if (!isLeftOut) loader.table(part.value)
    }
    if (part.type === 'rows' && !isLeftOut) await loader.rows(part.bytes)
    if (part.type === 'sequences') await loader.sequences(part.value)
    if (part.type === 'keys') await keepKeys?.(part.value)
    if (part.type === 'end') said = part.value
    next = await parts.next()
  }
  if (!said) throw new BackupError('damaged', 'The end of the backup is missing.')
  const counts = keepKeys ? said : { ...said, tables: { ...said.tables, [secretsTable]: 0 } }
  checkCounts(counts, { tables: await loader.count(), files, missingFiles: 0 })
  return counts
}

async function skip(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of bytes);
}

/** The bytes that follow a file's name, and then the part after them. */
function bytesOfFile(parts: AsyncIterator<Part>) {
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
export async function refuseFilled(database: OpenDatabase): Promise<void> {
  const [table] = await database.withSession(listTables)
  if (table) {
    throw new BackupError(
      'not_empty',
      `The database is not empty: it has ${table.name}. A backup is restored into an empty one only.`,
    )
  }
}

async function refuseNewer(migrations: MigrationVersions, migrationsDir: string): Promise<void> {
  const known = await readKnown(migrationsDir)
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
