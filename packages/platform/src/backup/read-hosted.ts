import type { DatabaseSession } from '../database/database.ts'
import { listKnownMigrations, readMigratedProduct, readPlatformLedger } from '../database/migrate.ts'
import { BackupError } from './backup-error.ts'
import type { HostedFiles } from './hosted-files.ts'
import { countUnreadable, listHostedTables, listOwnSchemas, objectsTable } from './hosted-tables.ts'
import type { Part } from './parts.ts'
import { readDatabase } from './read-database.ts'
import type { Contents, FileReader } from './write-backup.ts'

/**
 * Reads a hosted project's contents for a backup, without keys and sessions. The caller provides a
 * snapshot. Throws for other migrations.
 */
export async function readHosted(
  session: DatabaseSession,
  files: Pick<HostedFiles, 'read'>,
  migrationsDir: string,
): Promise<{ contents: Contents; store: FileReader }> {
  await refuseOtherVersion(session, migrationsDir)
  const objects = await session.query<{ id: string; bucket: string; name: string; bytes: number | null }>(
    `select id, bucket_id as bucket, name, (metadata ->> 'size')::float8 as bytes from ${objectsTable} order by id`,
  )
  const places = new Map(objects.map((object) => [object.id, object]))
  const schemas = await listOwnSchemas(session)
  const tables = await listHostedTables(session, schemas)
  return {
    contents: {
      migrations: await listKnownMigrations(migrationsDir),
      rows: async function* (counts) {
        yield* platformLedgerParts(counts)
        yield* readDatabase(session, counts, { tables, schemas })
      },
      files: objects.map(({ id }) => id),
      unreadable: await countUnreadable(session),
    },
    store: {
      async read(id) {
        const place = places.get(id)
        if (!place) throw new Error(`no file ${id}`)
        const bytes = await files.read(place)
        if (place.bytes !== null && place.bytes !== bytes.length) {
          throw new BackupError(
            'not_reached',
            `${place.bucket}/${place.name} changed meanwhile. Begin again.`,
          )
        }
        return singleChunk(bytes)
      },
    },
  }
}

/** The hosted service has no use for the migrations of a platform of our own; the next home of the rows begins with them. */
async function* platformLedgerParts(counts: Record<string, number>): AsyncGenerator<Part, undefined> {
  const name = 'platform.migrations'
  const rows = await readPlatformLedger()
  counts[name] = rows.length
  yield { type: 'table', value: { name, columns: ['version', 'name'] } }
  yield { type: 'rows', bytes: Buffer.from(JSON.stringify(rows.map((row) => [row.version, row.name]))) }
}

async function* singleChunk(bytes: Buffer): AsyncGenerator<Uint8Array, undefined> {
  if (bytes.length > 0) yield bytes
}

/** Throws unless exactly the product migrations of this version have run in a hosted project. */
export async function refuseOtherVersion(session: DatabaseSession, migrationsDir: string): Promise<void> {
  const { product: known } = await listKnownMigrations(migrationsDir)
  const ran = await readMigratedProduct(session)
  const missing = known.filter((version) => !ran.includes(version))
  const unknown = ran.filter((version) => !known.includes(version))
  if (missing.length + unknown.length === 0) return
  const list = (versions: readonly string[]) => versions.join(', ') || 'none'
  throw new BackupError(
    'other_version',
    `By supabase_migrations.schema_migrations the project lacks migrations: ${list(missing)}; it has others: ${list(unknown)}.`,
  )
}
