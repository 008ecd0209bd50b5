import type { JsonObject } from '../../database/tables.ts'
import { validationFailed } from '../auth-errors.ts'

/** The metadata is in each token and each request. */
const maxBytes = 16 * 1024

/** Refuses metadata beyond 16 KiB of JSON, unless it is on its way down. GoTrue has no such limit. Throws `validation_failed`. */
export function checkMetadata(metadata: JsonObject, current: JsonObject | null = null): void {
  const bytes = bytesOf(metadata)
  if (bytes > maxBytes && bytes >= bytesOf(current ?? {})) {
    throw validationFailed(`User metadata may have at most ${maxBytes} bytes`, 422)
  }
}

function bytesOf(metadata: JsonObject): number {
  return Buffer.byteLength(JSON.stringify(metadata))
}
