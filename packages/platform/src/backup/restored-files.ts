import type { DatabaseSession } from '../database/database.ts'
import { BackupError } from './backup-error.ts'
import type { HostedBucket, HostedFiles } from './hosted-files.ts'
import { bucketsTable, objectsTable } from './hosted-tables.ts'

/** A row of a backup by its columns, as PostgreSQL writes values. */
type TableLine = Readonly<Record<string, string | null>>

/** Files on their way into a hosted project: first what is known of them, then their bytes. */
export class RestoredFiles {
  readonly #session: DatabaseSession
  readonly #files: HostedFiles
  readonly #lines: Record<string, TableLine[]> = {}
  readonly #objects = new Map<string, TableLine>()

  constructor(session: DatabaseSession, files: HostedFiles) {
    this.#session = session
    this.#files = files
  }

  /** Starts the rows of a table. */
  expect(table: string): void {
    this.#lines[table] = []
  }

  /** Remembers a row until its bytes come. */
  take(table: string, line: TableLine): void {
    this.#lines[table]?.push(line)
    if (table === objectsTable && line.version) this.#objects.set(line.version, line)
  }

  /** Returns the number of rows that have come, by their tables. */
  count(): Record<string, number> {
    return Object.fromEntries(Object.entries(this.#lines).map(([table, lines]) => [table, lines.length]))
  }

  /** Makes the buckets. Throws before that when there are files that are not the backup's. */
  async begin(): Promise<void> {
    const there = await this.#session.query<{ place: string }>(
      `select bucket_id || '/' || name as place from ${objectsTable}`,
    )
    const own = new Set([...this.#objects.values()].map(({ bucket_id, name }) => `${bucket_id}/${name}`))
    const strange = there.find(({ place }) => !own.has(place))
    if (strange)
      throw new BackupError('occupied', `The project is not empty: there is a file ${strange.place}.`)
    for (const line of this.#lines[bucketsTable] ?? []) {
      const [types] = await this.#session.query<{ list: string[] | null }>(
        'select $1::text::text[] as list',
        [line.allowed_mime_types],
      )
      await this.#files.keepBucket(toBucket(line, types?.list ?? null))
    }
  }

  /** Uploads the bytes of the row that has this version. */
  async write(version: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const line = this.#objects.get(version)
    if (!line) throw new BackupError('damaged', 'The backup has a file of no row.')
    const chunks: Uint8Array[] = []
    for await (const chunk of bytes) chunks.push(chunk)
    const { mimetype, cacheControl } = JSON.parse(line.metadata ?? '{}') as Record<string, unknown>
    await this.#files.add(filePlaceOf(line), Buffer.concat(chunks), {
      type: typeof mimetype === 'string' ? mimetype : 'application/octet-stream',
      cacheControl: typeof cacheControl === 'string' ? cacheControl : 'no-cache',
      metadata: line.user_metadata ? (JSON.parse(line.user_metadata) as object) : null,
    })
  }

  /** Restores the owners of files. */
  async giveOwners(): Promise<void> {
    for (const line of this.#objects.values()) {
      if (!line.owner && !line.owner_id) continue
      const { bucket, name } = filePlaceOf(line)
      await this.#session.query(
        `update ${objectsTable} set owner = $1::text::uuid, owner_id = $2 where bucket_id = $3 and name = $4`,
        [line.owner, line.owner_id, bucket, name],
      )
    }
  }
}

function filePlaceOf({ bucket_id, name }: TableLine): { bucket: string; name: string } {
  return { bucket: bucket_id ?? '', name: name ?? '' }
}

function toBucket({ id, name, file_size_limit, ...line }: TableLine, types: string[] | null): HostedBucket {
  return {
    ...{ id: id ?? '', name: name ?? '', public: line.public === 'true' },
    file_size_limit: file_size_limit ? Number(file_size_limit) : null,
    allowed_mime_types: types,
  }
}
