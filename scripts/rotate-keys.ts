import { existsSync } from 'node:fs'
import path from 'node:path'
import { sampleOwner } from '@app/content/ru/sample-owner'
import { openDatabase } from '@app/platform/database/open-database'
import { rotateKeys } from '@app/platform/keys/rotate-keys'
import { readConfig } from '../apps/server/src/config.ts'
import { root } from './run.ts'

/**
 * Replaces the keys of this installation; see docs/security.md. `--now` also ends what the old ones have signed, as
 * after a theft. The embedded database is one process's own, so the server must be stopped.
 */
const envFile = path.join(root, '.env')
if (existsSync(envFile)) process.loadEnvFile(envFile)

process.umask(0o077)
const { backend } = readConfig(process.env, sampleOwner)
if (backend.mode === 'supabase') {
  console.error('The keys are kept by hosted Supabase: rotate them in its settings.')
  process.exit(1)
}
const database = await openDatabase(
  backend.mode === 'embedded'
    ? { kind: 'pglite', dataDir: backend.databaseDir }
    : { kind: 'postgres', ...backend.database },
)
try {
  const keepTokens = !process.argv.includes('--now')
  await rotateKeys(database.db, { keyFile: backend.keyFile, keepTokens, now: new Date() })
} finally {
  await database.close()
}
console.log(
  'The keys are new. (Re)start every process of this installation now; on other machines put the key file in its place first.',
)
