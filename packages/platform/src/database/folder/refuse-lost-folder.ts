import { existsSync } from 'node:fs'
import type { PlatformSettings } from '../../platform-settings.ts'
import { StartRefusedError } from '../start-refused.ts'
import { holdsDatabase } from './make-data-folder.ts'

/**
 * Throws when the folder has no database but the key file exists: a missing mount or a wrong path
 * looks like that.
 */
export async function refuseLostFolder({ database, keyFile }: PlatformSettings): Promise<void> {
  if (database.kind !== 'pglite' || database.dataDir === 'memory' || database.dump) return
  if (keyFile === undefined || !existsSync(keyFile) || (await holdsDatabase(database.dataDir))) return
  throw new StartRefusedError(
    `There is no database in ${database.dataDir}, but the key file ${keyFile} says that there was one. ` +
      'Is the volume mounted, and DATA_DIR the right path? To begin anew, move the key file away.',
  )
}
