import type { DatabaseSession } from './database.ts'
import { StartRefusedError } from './start-refused.ts'

export const oldestPostgres = 15
/** The newest that the suites run on. */
export const newestPostgres = 18

export type ServerVersion = { major: number; version: string }

/** Throws an error that names the server's version when it is older than what the SQL of platform and product needs. */
export async function checkVersion(session: DatabaseSession): Promise<void> {
  const problem = versionProblem(await readVersion(session))
  if (problem) throw new StartRefusedError(problem)
}

export async function readVersion(session: DatabaseSession): Promise<ServerVersion> {
  const [server] = await session.query<ServerVersion>(`
    select current_setting('server_version_num')::int / 10000 as major,
      split_part(current_setting('server_version'), ' ', 1) as version`)
  return server ?? { major: 0, version: 'unknown' }
}

/**
 * Returns why a server of this version cannot be used; null when it can. A newer one than was tried
 * may.
 */
export function versionProblem({ major, version }: ServerVersion): string | null {
  if (major >= oldestPostgres) return null
  return (
    `The database is PostgreSQL ${version}, and the oldest that can be used is ${oldestPostgres}. ` +
    `Update it, or set DATABASE_URL to a newer one (${oldestPostgres} to ${newestPostgres} are tried).`
  )
}
