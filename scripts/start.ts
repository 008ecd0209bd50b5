import { settingsOrExit } from '@app/server/settings-or-exit'
import { buildChecklists } from './build-checklists.ts'
import { buildWebIfStale } from './build-web.ts'
import { loadEnv } from './load-env.ts'

/**
 * Builds what is missing and serves the product, configured by the environment and, after it, by `.env`. The
 * server runs in this very process, and the npm script replaces its shell by it: so a signal to npm reaches the
 * server, once, and npm waits for it to stop.
 */
loadEnv()
// Before anything is built, which takes a minute and reads some of them, too.
settingsOrExit(process.env)

await buildWebIfStale().catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
await buildChecklists()
await import('../apps/server/src/main.ts')
