import { createGzip } from 'node:zlib'
import { readMigrated } from '../database/migrate.ts'
import type { DatabaseSession } from '../database/open-database.ts'
import type { ObjectStore } from '../storage/stores/object-store.ts'
import type { Counts, Part } from './parts.ts'
import { writeParts } from './parts.ts'
import { readDatabase } from './read-database.ts'
import { sealStream } from './sealed-stream.ts'
import { through } from './through.ts'

export type BackupSource = {
  /** Of a database at one moment. */
  session: DatabaseSession
  /** Where the bytes of its files are; null leaves files out. */
  store: Pick<ObjectStore, 'read'> | null
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
  yield* readDatabase(session, counts.tables)
  if (keys !== null) yield { type: 'keys', value: keys }
  for (const key of store ? await listFiles(session) : []) {
    // A file may have been removed since that moment; its row says that it was there.
    const bytes = await store?.read(key).catch(() => null)
    if (!bytes) {
      counts.missingFiles += 1
      continue
    }
    yield { type: 'file', value: key }
    for await (const chunk of bytes) yield { type: 'bytes', bytes: chunk }
    counts.files += 1
  }
  yield { type: 'end', value: counts }
}

async function listFiles(session: DatabaseSession): Promise<string[]> {
  const rows = await session.query<{ version: string }>(
    'select version from storage.objects where version is not null order by version',
  )
  return rows.map(({ version }) => version)
}
