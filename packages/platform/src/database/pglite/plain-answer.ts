import type { types } from '@electric-sql/pglite'

type Field = { name: string; dataTypeID: number }
type PlainRows = { rows: Record<string, unknown>[]; affected: number }

/** The first bytes of the messages: https://www.postgresql.org/docs/current/protocol-message-formats.html */
const bindComplete = 0x32
const dataRow = 0x44
const commandComplete = 0x43
/** ParseComplete, CloseComplete, NoData, NoticeResponse, ParameterStatus and ReadyForQuery, of which nobody reads more. */
const silentMessages: ReadonlySet<number> = new Set([0x31, 0x33, 0x6e, 0x4e, 0x53, 0x5a])
const changingCommands: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE', 'COPY'])
const headerLength = 5

/**
 * Parses the rows of a normal answer; null otherwise, such as for errors. It is much faster than
 * PGlite's parser.
 */
export function readPlainAnswer(
  bytes: Buffer,
  fields: readonly Field[],
  parsers: Readonly<Record<number, types.Parser>>,
): PlainRows | null {
  const rowsAt: number[] = []
  let affected = 0
  for (let at = 0; at < bytes.length; at += 1 + bytes.readUInt32BE(at + 1)) {
    const type = bytes[at] ?? 0
    if (type === bindComplete) rowsAt.length = 0
    else if (type === dataRow) rowsAt.push(at + headerLength)
    else if (type === commandComplete) affected = affectedRowsOf(bytes, at)
    else if (!silentMessages.has(type)) return null
  }
  return { rows: rowsAt.map((at) => readRow(bytes, at, fields, parsers)), affected }
}

function readRow(
  bytes: Buffer,
  start: number,
  fields: readonly Field[],
  parsers: Readonly<Record<number, types.Parser>>,
): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  let at = start + 2
  for (const { name, dataTypeID } of fields) {
    const length = bytes.readInt32BE(at)
    at += 4
    if (length < 0) {
      row[name] = null
      continue
    }
    const text = bytes.toString('utf8', at, at + length)
    const parse = parsers[dataTypeID]
    row[name] = parse ? parse(text, dataTypeID) : text
    at += length
  }
  return row
}

/** Parses the command tag, such as `INSERT 0 1`. */
function affectedRowsOf(bytes: Buffer, at: number): number {
  const end = at + bytes.readUInt32BE(at + 1)
  const words = bytes.toString('latin1', at + headerLength, end).split(' ')
  return changingCommands.has(words[0] ?? '') ? Number(words.at(-1)) : 0
}
