import { createGzip } from 'node:zlib'
import type { DatabaseSession } from '../database/database.ts'
import { type MigrationVersions, readMigrated } from '../database/migrate.ts'
import { ObjectMissingError } from '../storage/stores/object-store.ts'
import { BackupError } from './backup-error.ts'
import { type Counts, encodeParts, type Part } from './parts.ts'
import { pipeThrough } from './pipe-through.ts'
import { readDatabase } from './read-database.ts'
import { sealStream } from './sealed-stream.ts'
import { listSchemas, listTables, secretsTable } from './tables.ts'

/** Reads a file, or throws `ObjectMissingError`. */
export type FileReader = { read: (key: string) => Promise<AsyncIterable<Uint8Array>> }

export type BackupSource = {
  /** A session with a snapshot. */
  session: DatabaseSession
  /** The contents; everything without it. */
  contents?: Contents | undefined
  /** The place where the bytes of its files are. */
  store: FileReader
  /** The keys of the key file; null leaves out the secrets, too. */
  keys: string | null
  now: Date
  /** The scrypt cost of `sealStream`, for tests. */
  sealCost?: number | undefined
}

/** The contents of a backup except the bytes of files. */
export type Contents = {
  /** The applied migrations. */
  migrations: MigrationVersions
  /** All rows, counted into `counts`. */
  rows: (counts: Counts['tables']) => AsyncIterable<Part>
  /** The keys of files in their store. */
  files: readonly string[]
  unreadable?: number | undefined
}

/** Streams the whole installation, sealed with a passphrase. */
export function writeBackup(source: BackupSource, passphrase: string): AsyncIterable<Buffer> {
  return sealStream(pipeThrough(encodeParts(gatherParts(source)), createGzip()), passphrase, source.sealCost)
}

async function* gatherParts(source: BackupSource): AsyncGenerator<Part, undefined> {
  const { session, store, keys, now } = source
  const contents = source.contents ?? (await readOwnContents(session, keys !== null))
  const counts: Counts = { tables: {}, files: 0, missingFiles: 0, unreadable: contents.unreadable }
  yield { type: 'manifest', value: { madeAt: now.toISOString(), migrations: contents.migrations } }
  yield* contents.rows(counts.tables)
  if (keys !== null) yield { type: 'keys', value: keys }
  for (const key of contents.files) {
    // A file may have been removed since that moment; its row says that it was there.
    const bytes = await store.read(key).catch(nullIfMissing)
    if (!bytes) {
      counts.missingFiles += 1
      continue
    }
    yield { type: 'file', value: key }
    for await (const chunk of bytes) yield { type: 'bytes', bytes: chunk }
    counts.files += 1
  }
  if (counts.files === 0 && counts.missingFiles > 0) {
    throw new BackupError('not_reached', 'Not one of the files is where files are kept.')
  }
  yield { type: 'end', value: counts }
}

function nullIfMissing(error: unknown): null {
  if (error instanceof ObjectMissingError) return null
  throw error
}

async function readOwnContents(session: DatabaseSession, withSecrets: boolean): Promise<Contents> {
  const schemas = await listSchemas(session)
  const tables = (await listTables(session, schemas)).filter(
    ({ name }) => withSecrets || name !== secretsTable,
  )
  return {
    migrations: await readMigrated(session),
    rows: (counts) => readDatabase(session, counts, { tables, schemas }),
    files: await listFiles(session),
  }
}

async function listFiles(session: DatabaseSession): Promise<string[]> {
  const rows = await session.query<{ version: string }>(
    'select version from storage.objects where version is not null order by version',
  )
  return rows.map(({ version }) => version)
}
