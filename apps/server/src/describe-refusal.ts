import { isAbsolute, relative, resolve } from 'node:path'
import { StartRefusedError } from '@app/platform/database/start-refused'
import type { BackendSettings } from './config/backend.ts'
import { ConfigError } from './config.ts'

/** Node's calls that reach another machine, or do not. */
const networkCalls = ['connect', 'getaddrinfo', 'read']

/** PostgreSQL's codes (classes 08, 28, 3D, 53 and 57) for a connection that is not to be had. */
const noConnection = /^(08|28|3D|53|57)[0-9A-Z]{3}$/

/** Returns in words why the server cannot be opened; null for an error that is nobody's setting. */
export function describeRefusal(error: unknown, backend: BackendSettings): string | null {
  if (error instanceof ConfigError || error instanceof StartRefusedError) return error.message
  if (!(error instanceof Error)) return null
  const away = 'database' in backend ? unreachableCode(error) : null
  if (away !== null) {
    return `DATABASE_URL: the database cannot be reached (${away}); is it running, and are the address, the user, the password and the name of the database right?`
  }
  if (!('dataDir' in backend) || !isOfFolder(error, backend.dataDir)) return null
  return `DATA_DIR: the folder ${backend.dataDir} cannot be used (${error.message}); does it belong to the user of this process, and is there room on its disk?`
}

function unreachableCode(error: Error): string | null {
  const code = 'code' in error ? String(error.code) : ''
  if ('severity' in error) return noConnection.test(code) ? code : null
  const isOfNetwork = 'syscall' in error && networkCalls.includes(String(error.syscall)) && !('path' in error)
  // For a name with several addresses Node throws an `AggregateError` with the code of the first
  // error.
  if (isOfNetwork || error instanceof AggregateError) return code || null
  return isLateConnection(error) ? 'ETIMEDOUT' : null
}

/** The driver has no code for a server that takes a connection, or does not, and says nothing. */
function isLateConnection({ message }: Error): boolean {
  return message === 'timeout expired' || message.startsWith('Connection terminated')
}

/** Returns true for an error of the file system in the folder or above it; a full disk names no file. */
function isOfFolder(error: Error, folder: string): boolean {
  if (!('syscall' in error && 'code' in error)) return false
  if (!('path' in error)) return error.code === 'ENOSPC'
  const path = resolve(String(error.path))
  return contains(folder, path) || contains(path, folder)
}

function contains(folder: string, path: string): boolean {
  const way = relative(resolve(folder), resolve(path))
  return !way.startsWith('..') && !isAbsolute(way)
}
