import { messages, parse } from '@electric-sql/pglite'
import type { QueryResult } from 'kysely'
import type { PGliteWire } from './pglite-wire.ts'
import { readPlainAnswer } from './plain-answer.ts'
import type { Described } from './prepared-statements.ts'

/**
 * Parses the rows of the last statement of an answer. `known` is the expected row description.
 * @throws {messages.DatabaseError} the first error.
 */
export function readAnswer<Row>(
  wire: PGliteWire,
  bytes: ArrayBuffer,
  known: Described | null,
): { result: QueryResult<Row>; described: Described | null } {
  const { parsers } = wire.types
  const fields = known instanceof messages.RowDescriptionMessage ? known.fields : []
  const plain = known && readPlainAnswer(Buffer.from(bytes), fields, parsers)
  if (plain) {
    return {
      result: { rows: plain.rows as Row[], numAffectedRows: BigInt(plain.affected) },
      described: known,
    }
  }
  const answers = wire.parse(bytes)
  const own = answers.slice(answers.findLastIndex(({ name }) => name === 'bindComplete'))
  const described = known ?? own.find(({ name }) => name === 'rowDescription' || name === 'noData') ?? null
  const [read] = parse.parseResults(known ? [known, ...own] : own, parsers)
  return {
    result: { rows: (read?.rows ?? []) as Row[], numAffectedRows: BigInt(read?.affectedRows ?? 0) },
    described,
  }
}
