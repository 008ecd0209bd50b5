import { existsSync } from 'node:fs'
import { type Finding, found } from '@app/contracts/findings'
import { findMissingRights } from '@app/platform/database/check-rights'
import {
  newestPostgres,
  oldestPostgres,
  readVersion,
  versionProblem,
} from '@app/platform/database/check-version'
import { withOpenDatabase } from '@app/platform/database/open-database'
import { backupTimeOf, openBackupPlace } from '../backups/backup-place.ts'
import type { Settings } from '../config.ts'
import { evaluateBackups } from './evaluate-services.ts'
import { reasonOf } from './with-time-limit.ts'

/** Checks the connection, the version and the user's privileges. */
export async function checkDatabase(backend: Settings['backend']): Promise<Finding[]> {
  if (backend.mode === 'embedded') {
    // Only one process may open the embedded database, which is the site.
    return [found(existsSync(backend.databaseDir) ? 'database_embedded' : 'database_unopened', {})]
  }
  try {
    return await withOpenDatabase(
      { kind: 'postgres', url: backend.database.url, poolSize: 1 },
      ({ withSession }) =>
        withSession(async (session) => {
          const server = await readVersion(session)
          const { version } = server
          if (versionProblem(server)) return [found('database_old', { version, wanted: oldestPostgres })]
          // Hosted Supabase has granted its user all privileges.
          const { missing } = backend.mode === 'supabase' ? { missing: [] } : await findMissingRights(session)
          const fault = missing.length > 0 ? [found('database_rights', { missing: missing.join('; ') })] : []
          const isNewer = server.major > newestPostgres
          return [found(isNewer ? 'database_newer' : 'database_good', { version }), ...fault]
        }),
    )
  } catch (error) {
    return [found('database_away', { reason: reasonOf(error) })]
  }
}

/** Checks the age of the newest backup, where backups go. */
export async function checkBackups(settings: Settings, now: Date): Promise<Finding[]> {
  if (settings.backend.mode === 'supabase') return [found('backup_elsewhere', {})]
  const { nightly } = settings.backups
  if (!nightly) return [found('backup_off', {})]
  try {
    const names = await openBackupPlace(nightly.place).list()
    return [
      evaluateBackups(
        names.map(backupTimeOf).filter((at) => at !== null),
        now,
      ),
    ]
  } catch (error) {
    return [reasonOf(error) === 'ENOENT' ? found('backup_none', {}) : found('backup_away', {})]
  }
}
