import { isObject, JsonError, parseJson } from '../http/json.ts'
import { isHeader, isStatus } from './header-values.ts'
import { RestError } from './rest-error.ts'

/**
 * The whole answer that a function raises by `RAISE SQLSTATE 'PGRST'`: its message is the body, its
 * detail says the status and the headers.
 */
export function toRaisedResponse(message: string, detail: string | null): RestError {
  const body = readObject(message)
  const { code, message: text, details, hint } = body ?? {}
  if (typeof code !== 'string' || typeof text !== 'string')
    return unreadableResponse(`Invalid JSON value for MESSAGE: '${message.slice(0, 500)}'`, messageHint)
  if (detail === null) return unreadableResponse('DETAIL is missing in the RAISE statement', detailHint)
  const { status, headers } = readObject(detail) ?? {}
  if (!isStatus(status) || !isObject(headers) || !Object.entries(headers).every(isHeader))
    return unreadableResponse(`Invalid JSON value for DETAIL: '${detail.slice(0, 500)}'`, detailHint)
  return new RestError(Number(status), code, text, {
    details: typeof details === 'string' ? details : null,
    hint: typeof hint === 'string' ? hint : null,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    isMeant: true,
  })
}

const messageHint =
  "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'."
const detailHint =
  "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'."

function unreadableResponse(details: string, hint: string): RestError {
  return new RestError(500, 'PGRST121', `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`, {
    details,
    hint,
    isMeant: true,
  })
}

function readObject(text: string): Record<string, unknown> | null {
  try {
    const value = parseJson(text)
    return isObject(value) ? value : null
  } catch (error) {
    if (error instanceof JsonError) return null
    throw error
  }
}
