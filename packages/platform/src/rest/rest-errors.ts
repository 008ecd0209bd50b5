import { sessionEnded } from '../database/act-as.ts'
import { isPostgresError, type PostgresError } from '../http/postgres-error.ts'
import { toRaisedResponse } from './raised-response.ts'
import { RestError } from './rest-error.ts'

export { RestError }

export const badQuery = (message: string, details: string) =>
  new RestError(400, 'PGRST100', message, { details })
export const queryTooLong = (maxLength: number) =>
  new RestError(414, 'PGRST100', 'The query string is too long', {
    details: `At most ${maxLength} characters are read`,
  })
export const badBody = (message: string) => new RestError(400, 'PGRST102', message)
export const badRange = (offset: number, total: number) =>
  new RestError(416, 'PGRST103', 'Requested range not satisfiable', {
    details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
    headers: { 'content-range': `*/${total}` },
  })
export const badLimit = () =>
  new RestError(416, 'PGRST103', 'Requested range not satisfiable', {
    details: 'Limit should be greater than or equal to zero.',
  })
export const upsideDownRange = () =>
  new RestError(416, 'PGRST103', 'Requested range not satisfiable', {
    details: 'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
  })
export const badPath = () => new RestError(404, 'PGRST125', 'Invalid path specified in request URL')
export const badMethod = (method: string, allow: string) =>
  new RestError(405, 'PGRST117', `Unsupported HTTP method: ${method}`, { headers: { allow } })
export const badCallMethod = (method: string, allow: string) =>
  new RestError(405, 'PGRST101', `Cannot use the ${method} method on RPC`, { headers: { allow } })
export const badResponseHeaders = () =>
  new RestError(
    500,
    'PGRST111',
    'response.headers guc must be a JSON array composed of objects with a single key and a string value',
    { isMeant: true },
  )
export const badResponseStatus = () =>
  new RestError(500, 'PGRST112', 'response.status guc must be a valid status code', { isMeant: true })
export const callAffectsUnknown = () =>
  new RestError(
    400,
    'PGRST128',
    'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
  )
export const badSchema = (schema: string, schemas: readonly string[]) =>
  new RestError(406, 'PGRST106', `Invalid schema: ${schema}`, {
    hint: `Only the following schemas are exposed: ${schemas.join(', ')}`,
  })
export const badMediaType = (types: string) =>
  new RestError(406, 'PGRST107', `None of these media types are available: ${types}`)
export const notSingle = (rows: number) =>
  new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rows} rows`,
  })
export const badPut = (code: string, message: string, status = 400) => new RestError(status, code, message)
export const columnNotFound = (column: string, table: string) =>
  new RestError(400, 'PGRST204', `Could not find the '${column}' column of '${table}' in the schema cache`)
export const tableNotFound = (schema: string, table: string, meant: string | null = null) =>
  new RestError(404, 'PGRST205', `Could not find the table '${schema}.${table}' in the schema cache`, {
    hint: meant === null ? null : `Perhaps you meant the table '${schema}.${meant}'`,
  })
export const schemaHiddenError = (isVisitor: boolean) =>
  new RestError(isVisitor ? 401 : 403, '42501', 'Access to schema is forbidden', {
    hint: 'The description is for the secret key and for administrators.',
  })
export const tooManyRequests = () =>
  new RestError(429, 'over_request_rate_limit', 'Request rate limit reached')
export const badToken = (reason: string) => new RestError(401, 'PGRST301', reason)
export const tokenExpired = () => new RestError(401, 'PGRST303', 'JWT expired')

/** PostgREST's statuses for PostgreSQL's error codes, by the longest prefix that fits. */
const statuses: readonly (readonly [string, number])[] = [
  ['0L', 403],
  ['0P', 403],
  ['23503', 409],
  ['23505', 409],
  ['25006', 405],
  ['28', 403],
  ['42883', 404],
  ['42P01', 404],
  ['P0001', 400],
  // Too complex statements are the client's fault.
  ['54', 400],
  ['08', 503],
  ['09', 500],
  ['25', 500],
  ['2D', 500],
  ['38', 500],
  ['39', 500],
  ['3B', 500],
  ['40', 500],
  ['42P17', 500],
  ['53', 503],
  ['55', 500],
  // The statement was cut off, or the database stops or starts.
  ['57', 503],
  ['58', 500],
  ['F0', 500],
  ['HV', 500],
  ['P0', 500],
  ['XX', 500],
]

/** Translates a PostgreSQL error; null for others. */
export function toRestError(error: unknown, isVisitor: boolean): RestError | null {
  if (error instanceof RestError) return error
  if (!isPostgresError(error)) return null
  const { code, message, detail = null, hint = null } = error
  if (code === sessionEnded) return badToken(message)
  if (code === 'PGRST') return toRaisedResponse(message, detail)
  return new RestError(statusOf(error, isVisitor), code, message, {
    details: detail,
    hint,
    ...(code.startsWith('PT') ? { isMeant: true } : {}),
  })
}

function statusOf({ code }: PostgresError, isVisitor: boolean): number {
  if (code === '42501') return isVisitor ? 401 : 403
  if (code.startsWith('PT')) return /^PT[2-5]\d\d$/.test(code) ? Number(code.slice(2)) : 500
  return statuses.find(([prefix]) => code.startsWith(prefix))?.[1] ?? 400
}
