import type { FastifyReply } from 'fastify'
import type { Answer } from './call-function.ts'
import type { RestRequest } from './parse-request.ts'
import type { Rows } from './read-rows.ts'
import { badRange, notSingle, RestError } from './rest-errors.ts'

const rowsType = 'application/json; charset=utf-8'
const csvType = 'text/csv; charset=utf-8'
const objectType = 'application/vnd.pgrst.object+json; charset=utf-8'

/** Answers with rows and the range they stand for. */
export function sendRead(reply: FastifyReply, rows: Rows, request: RestRequest): FastifyReply {
  const { offset } = request.page
  if (rows.total !== null && offset > 0 && offset >= rows.total) throw badRange(offset, rows.total)
  const total = rows.total ?? '*'
  reply.header(
    'content-range',
    rows.count === 0 ? `*/${total}` : `${offset}-${offset + rows.count - 1}/${total}`,
  )
  const isPart = rows.total !== null && rows.count < rows.total
  return sendRows(reply.code(isPart ? 206 : 200), rows, request)
}

/**
 * Throws when a write went further than its sender allows, or when one row was to come of it and others did. Called
 * before the transaction ends, so the write is undone.
 */
export function checkWritten(rows: Rows, { preferences, accept }: RestRequest): Rows {
  if (preferences.maxAffected !== null && rows.count > preferences.maxAffected) {
    throw new RestError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
      details: `The query affects ${rows.count} rows`,
    })
  }
  if (preferences.return === 'representation' && accept.shape === 'object' && rows.count !== 1)
    throw notSingle(rows.count)
  return rows
}

/** Throws, before the transaction ends, when a function was to answer with one row and did not. */
export function checkAnswer(answer: Answer, { accept }: RestRequest): Answer {
  if (answer.kind === 'rows' && accept.shape === 'object' && answer.rows.count !== 1)
    throw notSingle(answer.rows.count)
  return answer
}

/** Answers a write that has been committed. `status` depends on whether the rows are shown. */
export function sendWritten(
  reply: FastifyReply,
  rows: Rows,
  request: RestRequest,
  { status }: { status: (shown: boolean) => number },
): FastifyReply {
  const { preferences } = request
  reply.header('content-range', `*/${preferences.count === null ? '*' : rows.count}`)
  if (preferences.return === 'representation') return sendRows(reply.code(status(true)), rows, request)
  confirmPreferences(reply, request)
  return reply.code(status(false)).send()
}

/** Answers a function call: rows like a table's, a value as it is, or nothing. */
export function sendAnswer(reply: FastifyReply, answer: Answer, request: RestRequest): FastifyReply {
  if (answer.kind === 'void') return reply.code(204).send()
  if (answer.kind === 'value') return reply.type(rowsType).send(answer.body)
  if (!answer.single) return sendRead(reply, answer.rows, request)
  return reply.type(rowsType).send(answer.rows.body ?? 'null')
}

function sendRows(reply: FastifyReply, rows: Rows, request: RestRequest): FastifyReply {
  confirmPreferences(reply, request)
  const { shape } = request.accept
  if (shape === 'object' && rows.count !== 1) throw notSingle(rows.count)
  const type = { rows: rowsType, object: objectType, csv: csvType }[shape]
  return reply.type(type).send(rows.body ?? '')
}

function confirmPreferences(reply: FastifyReply, { preferences }: RestRequest): void {
  if (preferences.applied.length > 0) reply.header('preference-applied', preferences.applied.join(', '))
}
