import type { FastifyReply } from 'fastify'
import type { RestRequest } from './request/parse-request.ts'
import { badRange, notSingle, RestError } from './rest-errors.ts'
import type { Answer } from './statements/call-function.ts'
import type { Rows } from './statements/read-rows.ts'

const rowsType = 'application/json; charset=utf-8'
const csvType = 'text/csv; charset=utf-8'
const objectType = 'application/vnd.pgrst.object+json; charset=utf-8'

/** Answers with rows and the range they stand for. */
export function sendRead(reply: FastifyReply, rows: Rows, request: RestRequest): FastifyReply {
  if (rows.isPlan) return sendPlan(reply, rows, request)
  return sendRows(reply.code(sendRange(reply, rows, request)), rows, request)
}

/** Says which rows these are, and answers with the status that goes with it. */
function sendRange(reply: FastifyReply, rows: Rows, { page, preferences }: RestRequest): 200 | 206 {
  const { offset } = page
  const known = preferences.count === null ? null : rows.total
  if (known !== null && offset > 0 && offset >= known) throw badRange(offset, known)
  const total = known ?? '*'
  reply.header(
    'content-range',
    rows.count === 0 ? `*/${total}` : `${offset}-${offset + rows.count - 1}/${total}`,
  )
  return known !== null && rows.count < known ? 206 : 200
}

/**
 * What a write must have done to be kept: no more than its sender allows, and to one row where one was to come of it.
 * Null, anything will do.
 */
export function checkOfWrite({ preferences, accept }: RestRequest): ((rows: Rows) => void) | null {
  const isSingle = accept.shape === 'object'
  if (accept.plan || (preferences.maxAffected === null && !isSingle)) return null
  return (rows) => {
    checkAffected(rows, preferences)
    if (isSingle && rows.count !== 1) throw notSingle(rows.count)
  }
}

/** The same of a function, which was to answer with one row, or with few. */
export function checkOfAnswer({ preferences, accept }: RestRequest): ((answer: Answer) => void) | null {
  const isSingle = accept.shape === 'object'
  if (accept.plan || (preferences.maxAffected === null && !isSingle)) return null
  return ({ kind, rows }) => {
    checkAffected(rows, preferences)
    if (isSingle && kind !== 'void' && rows.count !== 1) throw notSingle(rows.count)
  }
}

function checkAffected({ count }: Rows, { maxAffected }: RestRequest['preferences']): void {
  if (maxAffected === null || count <= maxAffected) return
  throw new RestError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
    details: `The query affects ${count} rows`,
  })
}

/** Answers a write that has been committed. `status` depends on whether the rows are shown. */
export function sendWritten(
  reply: FastifyReply,
  rows: Rows,
  request: RestRequest,
  { status }: { status: (shown: boolean) => number },
): FastifyReply {
  if (rows.isPlan) return sendPlan(reply, rows, request)
  const { preferences } = request
  reply.header('content-range', `*/${preferences.count === null ? '*' : rows.count}`)
  if (preferences.return === 'representation') return sendRows(reply.code(status(true)), rows, request)
  confirmPreferences(reply, request)
  return reply.code(status(false)).send()
}

/** Answers a function call: rows like a table's, a value as it is, or nothing. */
export function sendAnswer(reply: FastifyReply, answer: Answer, request: RestRequest): FastifyReply {
  const { kind, rows, single } = answer
  if (rows.isPlan) return sendPlan(reply, rows, request)
  if (kind === 'void') return reply.code(204).send()
  if (kind === 'rows' && !single) return sendRead(reply, rows, request)
  reply.code(sendRange(reply, rows, request)).type(rowsType)
  confirmPreferences(reply, request)
  return reply.send(rows.body ?? 'null')
}

function sendPlan(reply: FastifyReply, { body }: Rows, { accept }: RestRequest): FastifyReply {
  return reply.type(accept.plan?.type ?? rowsType).send(body ?? '')
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
