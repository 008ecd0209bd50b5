import type { MigrationVersions } from '../database/migrate.ts'
import { BackupError } from './backup-error.ts'

/** The first part of a backup. */
export type Manifest = {
  madeAt: string
  /** The applied migrations. */
  migrations: MigrationVersions
}

/** A table by its full name, and its columns in the order of the rows' values. */
export type TableHead = { name: string; columns: readonly string[] }

/**
 * The expected numbers of a backup. `missingFiles` had no bytes; `unreadable` secrets exist only in
 * hosted Supabase.
 */
export type Counts = {
  tables: Record<string, number>
  files: number
  missingFiles: number
  unreadable?: number | undefined
}

/** The sequences' values; null before the first. */
export type Sequences = Record<string, string | null>

/** A backup, piece by piece and in this order: rows follow their table, bytes their file. */
export type Part =
  | { type: 'manifest'; value: Manifest }
  | { type: 'table'; value: TableHead }
  /** Rows as arrays in PostgreSQL's text format. */
  | { type: 'rows'; bytes: Uint8Array }
  | { type: 'sequences'; value: Sequences }
  | { type: 'keys'; value: string }
  | { type: 'file'; value: string }
  | { type: 'bytes'; bytes: Uint8Array }
  | { type: 'end'; value: Counts }

const types = ['manifest', 'table', 'rows', 'sequences', 'keys', 'file', 'bytes', 'end'] as const
const headBytes = 5
/** Writers never exceed this. */
const maxBytes = 1024 ** 3

/** Writes parts one after another, each behind its type and its length. */
export async function* encodeParts(parts: AsyncIterable<Part>): AsyncGenerator<Uint8Array, undefined> {
  for await (const part of parts) {
    const body = 'bytes' in part ? part.bytes : Buffer.from(JSON.stringify(part.value))
    const head = Buffer.alloc(headBytes)
    head.writeUInt8(types.indexOf(part.type), 0)
    head.writeUInt32BE(body.length, 1)
    yield head
    yield body
  }
}

/** The parts that were written. Throws when bytes are left over or missing; all must come from a sealed stream. */
export async function* decodeParts(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Part, undefined> {
  let waiting: Uint8Array[] = []
  let length = 0
  let needed = headBytes
  for await (const chunk of bytes) {
    waiting.push(chunk)
    length += chunk.length
    if (length < needed) continue
    let whole = Buffer.concat(waiting)
    for (needed = missingBytes(whole); needed <= whole.length; needed = missingBytes(whole)) {
      yield decodePart(whole.readUInt8(0), whole.subarray(headBytes, needed))
      whole = whole.subarray(needed)
    }
    waiting = [whole]
    length = whole.length
  }
  if (length > 0) throw damagedError()
}

/** Returns the number of bytes that the first part takes, as far as that is known. */
function missingBytes(bytes: Buffer): number {
  if (bytes.length < headBytes) return headBytes
  const size = bytes.readUInt32BE(1)
  if (size > maxBytes) throw damagedError()
  return headBytes + size
}

function decodePart(code: number, body: Buffer): Part {
  const type = types[code]
  if (type === undefined) throw damagedError()
  if (type === 'rows' || type === 'bytes') return { type, bytes: body }
  return { type, value: JSON.parse(body.toString('utf8')) } as Part
}

function damagedError(): BackupError {
  return new BackupError('damaged', 'The backup is damaged.')
}
