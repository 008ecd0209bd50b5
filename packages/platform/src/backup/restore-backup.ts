import { migrate, readKnown } from '../database/migrate.ts'
import type { OpenDatabase } from '../database/open-database.ts'
import type { ObjectStore } from '../storage/stores/object-store.ts'
import { BackupError } from './backup-error.ts'
import { type DatabaseLoader, loadDatabase } from './load-database.ts'
import type { Counts, Manifest, Part } from './parts.ts'
import { checkCounts } from './read-backup.ts'
import { listTables } from './tables.ts'

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

const secrets = 'platform.secrets'

/**
 * Puts a backup into an empty database and an empty store, and counts what has come of it. Refuses a database that holds
 * any table, and a backup of a newer version than this one. The migrations that are newer run at the next start.
 */
export async function restoreBackup(parts: AsyncIterable<Part>, target: RestoreTarget): Promise<Counts> {
  const { database } = target
  await database.withSession(refuseUnlessEmpty)
  const iterator = parts[Symbol.asyncIterator]()
  const first = await iterator.next()
  if (first.done || first.value.type !== 'manifest')
    throw new BackupError('damaged', 'The backup is damaged.')
  await refuseNewer(first.value.value, target.migrationsDir)

  const { migrations } = first.value.value
  await database.withSession((session) => migrate(session, target.migrationsDir, migrations))
  await target.prepare(database)
  const rest = { [Symbol.asyncIterator]: () => iterator }
  return database.withSession((session) => loadDatabase(session, (loader) => load(rest, loader, target)))
}

async function load(
  parts: AsyncIterable<Part>,
  loader: DatabaseLoader,
  target: RestoreTarget,
): Promise<Counts> {
  const iterator = parts[Symbol.asyncIterator]()
  let files = 0
  let isSkipped = false
  for (let next = await iterator.next(); !next.done; ) {
    const part = next.value
    if (part.type === 'file') {
      const bytes = bytesOfFile(iterator)
      if (target.store) await target.store.write(part.value, bytes.read())
      else for await (const _ of bytes.read());
      files += 1
      next = bytes.next()
      continue
    }
    if (part.type === 'table') {
      isSkipped = part.value.name === secrets && !target.keepKeys
      if (!isSkipped) loader.table(part.value)
    }
    if (part.type === 'rows' && !isSkipped) await loader.rows(part.bytes)
    if (part.type === 'sequences') await loader.sequences(part.value)
    if (part.type === 'keys') await target.keepKeys?.(part.value)
    if (part.type === 'end') {
      const tables = { ...part.value.tables, ...(target.keepKeys ? {} : { [secrets]: 0 }) }
      checkCounts({ ...part.value, tables }, { tables: await loader.count(), files, missingFiles: 0 })
      return { ...part.value, tables }
    }
    next = await iterator.next()
  }
  throw new BackupError('damaged', 'The end of the backup is missing.')
}

/** The bytes that follow a file's name, and then the part after them. */
function bytesOfFile(iterator: AsyncIterator<Part>) {
  let after: IteratorResult<Part>
  return {
    async *read(): AsyncGenerator<Uint8Array, undefined> {
      for (after = await iterator.next(); !after.done && after.value.type === 'bytes'; ) {
        yield after.value.bytes
        after = await iterator.next()
      }
    },
    next: () => after,
  }
}

async function refuseUnlessEmpty(session: Parameters<typeof listTables>[0]): Promise<void> {
  const [table] = await listTables(session)
  if (table) {
    throw new BackupError(
      'not_empty',
      `The database is not empty: it has ${table.name}. A backup is restored into an empty one only.`,
    )
  }
}

async function refuseNewer({ migrations }: Manifest, migrationsDir: string): Promise<void> {
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
