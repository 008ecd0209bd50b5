import { createGunzip } from 'node:zlib'
import { BackupError } from './backup-error.ts'
import { type Counts, decodeParts, type Part } from './parts.ts'
import { pipeThrough } from './pipe-through.ts'
import { openSealedStream } from './sealed-stream.ts'

/** The parts of a backup. Throws a `BackupError` when it is none, when the passphrase is another, or when it is damaged. */
export function readBackup(sealed: AsyncIterable<Uint8Array>, passphrase: string): AsyncIterable<Part> {
  return decodeParts(pipeThrough(openSealedStream(sealed, passphrase), createGunzip()))
}

/** Reads a backup to its end and answers what it holds. Throws when that is not what it says of itself. */
export async function checkBackup(parts: AsyncIterable<Part>): Promise<Counts> {
  const found: Counts = { tables: {}, files: 0, missingFiles: 0 }
  let said: Counts | null = null
  let table = ''
  for await (const part of parts) {
    if (part.type === 'table') {
      table = part.value.name
      found.tables[table] = 0
    }
    if (part.type === 'rows') found.tables[table] = (found.tables[table] ?? 0) + countRows(part.bytes)
    if (part.type === 'file') found.files += 1
    if (part.type === 'end') said = part.value
  }
  if (!said) throw new BackupError('damaged', 'The end of the backup is missing.')
  checkCounts(said, found)
  return said
}

/** Throws when two counts differ, and names the table. */
export function checkCounts(said: Counts, found: Counts): void {
  for (const [name, rows] of Object.entries(said.tables)) {
    if (rows !== found.tables[name]) {
      throw new BackupError(
        'damaged',
        `${name} should have ${rows} rows and has ${found.tables[name] ?? 'none'}.`,
      )
    }
  }
  if (said.files !== found.files) {
    throw new BackupError('damaged', `There should be ${said.files} files, and there are ${found.files}.`)
  }
}

function countRows(bytes: Uint8Array): number {
  const rows: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'))
  return Array.isArray(rows) ? rows.length : 0
}
