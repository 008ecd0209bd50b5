import { StartRefused } from '@app/platform/database/start-refused'
import { ConfigError } from './config.ts'

/** What the network and PostgreSQL (classes 08, 28, 3D, 53 and 57) answer where a connection is not to be had. */
const noConnection = /^(E[A-Z]+|(08|28|3D|53|57)[0-9A-Z]{3})$/

/** Returns in words why the server cannot be opened; null for an error that is nobody's setting. */
export function describeRefusal(error: unknown): string | null {
  if (error instanceof ConfigError || error instanceof StartRefused) return error.message
  if (!(error instanceof Error)) return null
  const code =
    'syscall' in error || 'severity' in error || error instanceof AggregateError ? codeOf(error) : ''
  const reason = noConnection.test(code) ? code : isLateConnection(error) ? 'ETIMEDOUT' : null
  if (reason === null) return null
  return `DATABASE_URL: the database cannot be reached (${reason}); is it running, and are the address, the user, the password and the name of the database right?`
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : ''
}

/** The driver has no code for a server that takes a connection, or does not, and says nothing. */
function isLateConnection({ message }: Error): boolean {
  return message === 'timeout expired' || message.startsWith('Connection terminated')
}
