import type { DatabaseSession, OpenDatabase } from '../database/database.ts'
import { readMigratedProduct } from '../database/migrate.ts'
import { BackupError } from './backup-error.ts'
import type { HostedFiles } from './hosted-files.ts'
import { bucketsTable, isOwn, listOwnSchemas, objectsTable, signInTables } from './hosted-tables.ts'
import { type DatabaseLoader, loadDatabase } from './load-database.ts'
import type { Part, TableHead } from './parts.ts'
import { refuseOtherVersion } from './read-hosted.ts'
import { loadParts, type RestoreResult, readManifest } from './restore-backup.ts'
import { RestoredFiles } from './restored-files.ts'

export type HostedTarget = {
  database: OpenDatabase
  files: HostedFiles
  migrationsDir: string
  /** Makes the tables that are not made by migrations. */
  prepare: (database: OpenDatabase) => Promise<void>
  /** Tables in which a row says that people are there already. */
  people: readonly string[]
}

/**
 * Restores a backup into a hosted project without users: users, factors, our tables and files. Rows
 * come last, so an interrupted run leaves only files. Throws when users or other files exist.
 */
export async function restoreIntoHosted(
  parts: AsyncIterable<Part>,
  { database, files, migrationsDir, prepare, people }: HostedTarget,
): Promise<RestoreResult> {
  const iterator = parts[Symbol.asyncIterator]()
  try {
    const { migrations, madeAt } = await readManifest(iterator, migrationsDir)
    await database.withSession(async (session) => {
      await refuseOtherVersion(session, migrationsDir)
      await refuseOlderDatabase(session, migrations.product)
      await refuseOccupiedDatabase(session, people)
    })
    await prepare(database)
    const loaded = await database.withSession(async (session) =>
      loadDatabase(
        session,
        async (loader) => {
          // The tables are locked now.
          await refuseOccupiedDatabase(session, people)
          const arriving = new RestoredFiles(session, files)
          const restored = await loadParts(iterator, withFileRestore(loader, arriving), {
            ...{ store: arriving, keepKeys: null, takes: isRestoredTable },
          })
          await arriving.giveOwners()
          return restored
        },
        { schemas: await listOwnSchemas(session), foreign: signInTables },
      ),
    )
    return { ...loaded, madeAt: new Date(madeAt) }
  } finally {
    await iterator.return?.()
  }
}

function isRestoredTable(table: string): boolean {
  return isOwn(table) || table in signInTables || table === bucketsTable || table === objectsTable
}

/** Newer migrations change rows that are there; here they have run before the rows come. */
async function refuseOlderDatabase(session: DatabaseSession, product: readonly string[]): Promise<void> {
  const newer = (await readMigratedProduct(session)).filter((version) => !product.includes(version))
  if (newer.length === 0) return
  throw new BackupError(
    'misfit',
    `The backup is older than ${newer.join(', ')}. Start this version once where it comes from, and export again.`,
  )
}

async function refuseOccupiedDatabase(session: DatabaseSession, people: readonly string[]): Promise<void> {
  for (const table of people) {
    if ((await session.query(`select from ${table} limit 1`)).length === 0) continue
    throw new BackupError('occupied', `The project is not empty: there are rows in ${table}.`)
  }
}

/** The loader of a database whose tables of files are filled by the storage interface. */
function withFileRestore(loader: DatabaseLoader, files: RestoredFiles): DatabaseLoader {
  let head: TableHead | null = null
  return {
    async table(next) {
      head = next.name === bucketsTable || next.name === objectsTable ? next : null
      if (head) files.expect(head.name)
      else await loader.table(next)
    },
    async rows(bytes) {
      if (!head) return loader.rows(bytes)
      const { name, columns } = head
      const lines = JSON.parse(Buffer.from(bytes).toString('utf8')) as (string | null)[][]
      for (const values of lines) {
        files.take(name, Object.fromEntries(columns.map((column, at) => [column, values[at] ?? null])))
      }
    },
    // At this point all rows have come and no file.
    async sequences(values) {
      await loader.sequences(Object.fromEntries(Object.entries(values).filter(([name]) => isOwn(name))))
      await files.begin()
    },
    count: async () => ({ ...(await loader.count()), ...files.count() }),
  }
}
