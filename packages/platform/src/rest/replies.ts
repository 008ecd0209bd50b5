import type { FastifyReply } from 'fastify'
import { type Action, appliedPreferences } from './request/preferences.ts'
import type { NegotiatedRequest, RestRequest } from './request/rest-request.ts'
import { applySettings, checkSettings } from './response-settings.ts'
import { badRange, notSingle, RestError } from './rest-errors.ts'
import type { Answer } from './statements/call-function.ts'
import type { Rows } from './statements/read-rows.ts'

/** Sends rows with their range. */
export function sendRead(reply: FastifyReply, rows: Rows, request: NegotiatedRequest): FastifyReply {
  if (rows.isPlan) return sendPlan(reply, rows, request)
  reply.code(sendRange(reply, rows, request))
  setPreferenceApplied(reply, request, 'read')
  return sendRows(reply, rows, request)
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

/** Checks a write before the commit: the maximum of rows, and a single row if requested. */
export function createWriteCheck({ preferences, accept }: NegotiatedRequest): ((rows: Rows) => void) | null {
  const isSingle = accept.shape === 'object'
  if (accept.plan || (preferences.maxAffected === null && !isSingle)) return null
  return (rows) => {
    checkAffected(rows, preferences)
    if (isSingle && rows.count !== 1) throw notSingle(rows.count)
  }
}

/** The same of a function, which was to answer with one row, or with few. */
export function createAnswerCheck({
  preferences,
  accept,
}: NegotiatedRequest): ((answer: Answer) => void) | null {
  const isSingle = accept.shape === 'object'
  if (accept.plan) return null
  return ({ kind, rows }) => {
    checkSettings(rows.settings)
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

/** The kind and target of a write. */
export type WriteResult = {
  action: Exclude<Action, 'read' | 'call'>
  /** The table, for the Location header. */
  table: string
  /** Depends on whether the rows are shown. */
  status: (shown: boolean) => number
}

/** Sends the answer to a committed write. */
export function sendWritten(
  reply: FastifyReply,
  rows: Rows,
  request: NegotiatedRequest,
  { action, table, status }: WriteResult,
): FastifyReply {
  if (rows.isPlan) return sendPlan(reply, rows, request)
  const { preferences } = request
  const known = preferences.count === null ? '*' : rows.count
  if (action !== 'put') {
    const range = action === 'update' && rows.count > 0 ? `0-${rows.count - 1}` : '*'
    reply.header('content-range', `${range}/${known}`)
  }
  setPreferenceApplied(reply, request, action)
  const isShown = preferences.return === 'representation'
  reply.code(status(isShown))
  if (isShown) return sendRows(reply, rows, request)
  if (action === 'insert' && preferences.return === 'headers-only' && rows.body !== null && rows.count > 0)
    reply.header('location', locationOf(table, rows.body))
  return finishReply(reply, rows).send()
}

/** Returns the `Location` of a new row, by its key. */
function locationOf(table: string, key: string): string {
  const filters = Object.entries(JSON.parse(key) as Record<string, string | null>).map(
    ([name, value]) =>
      `${encodeURIComponent(name)}=${value === null ? 'is.null' : `eq.${encodeURIComponent(value)}`}`,
  )
  return `/${encodeURIComponent(table)}?${filters.join('&')}`
}

/** Sends a function's result: rows, a value, or nothing. */
export function sendAnswer(reply: FastifyReply, answer: Answer, request: NegotiatedRequest): FastifyReply {
  const { kind, rows } = answer
  if (rows.isPlan) return sendPlan(reply, rows, request)
  reply.code(sendRange(reply, rows, request))
  setPreferenceApplied(reply, request, 'call')
  if (kind === 'void') return finishReply(reply.code(204), rows).send()
  return kind === 'rows' && !answer.single
    ? sendRows(reply, rows, request)
    : sendBody(reply, { ...rows, body: rows.body ?? (request.accept.handler ? '' : 'null') }, request)
}

function sendPlan(reply: FastifyReply, { body }: Rows, { accept }: NegotiatedRequest): FastifyReply {
  return reply.type(accept.contentType).send(body ?? '')
}

function sendRows(reply: FastifyReply, rows: Rows, request: NegotiatedRequest): FastifyReply {
  if (request.accept.shape === 'object' && rows.count !== 1) throw notSingle(rows.count)
  return sendBody(reply, rows, request)
}

function sendBody(reply: FastifyReply, rows: Rows, { accept, profile }: NegotiatedRequest): FastifyReply {
  if (profile !== null) reply.header('content-profile', profile)
  const body = rows.body ?? ''
  finishReply(reply.header('content-type', accept.contentType), rows)
  return reply.send(accept.handler?.isBytes ? Buffer.from(body, 'hex') : body)
}

/** The product's headers and status come last. */
function finishReply(reply: FastifyReply, { settings }: Rows): FastifyReply {
  applySettings(reply, settings)
  return reply
}

function setPreferenceApplied(reply: FastifyReply, { preferences }: RestRequest, action: Action): void {
  const applied = appliedPreferences(action, preferences)
  if (applied !== null) reply.header('preference-applied', applied)
}
