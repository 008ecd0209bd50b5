import { isDatabaseAway } from '@app/platform/http/postgres-error'

/** The loggable part of an error. */
export type ErrorDescription = { name: string; code?: string; message?: string; stack: string }

/**
 * Describes an error without user data. PostgreSQL and JSON.parse quote values in their messages,
 * so only the name, the code and the stack are kept; mail addresses are cut out.
 */
export function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof Error)) return { name: typeof error, stack: '' }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return {
    name: error.name,
    ...(code && { code }),
    ...(!mayContainValues(error, code) && { message: withoutAddresses(error.message) }),
    stack: stackPlacesOf(error),
  }
}

function mayContainValues(error: Error, code: string | undefined): boolean {
  if (isDatabaseAway(error)) return false
  const isSqlState = code !== undefined && /^[0-9A-Z]{5}$/.test(code)
  return isSqlState || error instanceof SyntaxError
}

function stackPlacesOf(error: Error): string {
  return (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim())
    .join('\n')
}

function withoutAddresses(message: string): string {
  return message.replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '<address>')
}
