import { validateHeaderName, validateHeaderValue } from 'node:http'

/** Headers that say how the bytes travel, which is no matter of a function's. */
const transportHeaders: readonly string[] = [
  'connection',
  'content-length',
  'keep-alive',
  'transfer-encoding',
]

/** Returns true when a value can be the status of an answer. */
export function isStatus(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599
}

/** Returns true when this is a header that an answer may bear. */
export function isHeader([name, value]: readonly [string, unknown]): boolean {
  if (typeof value !== 'string' || transportHeaders.includes(name.toLowerCase())) return false
  try {
    validateHeaderName(name)
    validateHeaderValue(name, value)
    return true
  } catch {
    return false
  }
}
