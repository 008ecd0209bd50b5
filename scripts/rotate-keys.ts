import { commandTexts as texts } from '@app/content/ru/commands'
import { sampleOwner } from '@app/content/ru/sandbox/sample-owner'
import { openDatabase } from '@app/platform/database/open-database'
import { rotateKeys } from '@app/platform/keys/rotate-keys'
import { readConfig } from '@app/server/config'
import { loadEnv } from './load-env.ts'

/**
 * `npm run keys:rotate`: replaces the keys of this installation; see docs/security.md. `-- --now` also ends what the old
 * ones have signed, as after a theft. The embedded database has room for one process, so the server must be stopped first.
 */
loadEnv()

process.umask(0o077)
process.exitCode = await main(process.argv.includes('--now')).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})

async function main(isTheft: boolean): Promise<number> {
  const { backend } = readConfig(process.env, sampleOwner)
  if (backend.mode === 'supabase') {
    console.error(texts.keysElsewhere)
    return 2
  }
  const database = await openDatabase(
    backend.mode === 'embedded'
      ? { kind: 'pglite', dataDir: backend.databaseDir }
      : { kind: 'postgres', ...backend.database },
  )
  try {
    await rotateKeys(database.db, { keyFile: backend.keyFile, keepTokens: !isTheft, now: new Date() })
  } finally {
    await database.close()
  }
  console.log(texts.keysRotated)
  return 0
}
