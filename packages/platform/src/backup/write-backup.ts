import { createGzip } from 'node:zlib'
import { readMigrated } from '../database/migrate.ts'
import type { DatabaseSession } from '../database/open-database.ts'
import { ObjectGone, type ObjectStore } from '../storage/stores/object-store.ts'
import { BackupError } from './backup-error.ts'
import { type Counts, type Part, writeParts } from './parts.ts'
import { readDatabase } from './read-database.ts'
import { sealStream } from './sealed-stream.ts'
import { secretsTable } from './tables.ts'
import { through } from './through.ts'

export type BackupSource = {
  /** Of a database at one moment. */
  session: DatabaseSession
  /** Where the bytes of its files are. */
  store: Pick<ObjectStore, 'read'>
  /** What opens the secrets in the database, as the key file has it; null leaves them out, too. */
  keys: string | null
  now: Date
}

/** Everything of an installation as one stream, sealed with a passphrase, little of it in memory at a time. */
export function writeBackup(source: BackupSource, passphrase: string): AsyncIterable<Buffer> {
  return sealStream(through(writeParts(gather(source)), createGzip()), passphrase)
}

async function* gather({ session, store, keys, now }: BackupSource): AsyncGenerator<Part, undefined> {
  const counts: Counts = { tables: {}, files: 0, missingFiles: 0 }
  yield { type: 'manifest', value: { madeAt: now.toISOString(), migrations: await readMigrated(session) } }
  yield* readDatabase(session, counts.tables, keys === null ? [secretsTable] : [])
  if (keys !== null) yield { type: 'keys', value: keys }
  for (const key of await listFiles(session)) {
    // A file may have been removed since that moment; its row says that it was there.
    const bytes = await store.read(key).catch(nullIfGone)
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

function nullIfGone(error: unknown): null {
  if (error instanceof ObjectGone) return null
  throw error
}

async function listFiles(session: DatabaseSession): Promise<string[]> {
  const rows = await session.query<{ version: string }>(
    'select version from storage.objects where version is not null order by version',
  )
  return rows.map(({ version }) => version)
}
