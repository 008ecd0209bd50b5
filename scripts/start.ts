import { existsSync } from 'node:fs'
import path from 'node:path'
import { buildChecklists } from './build-checklists.ts'
import { buildWebIfStale } from './build-web.ts'
import { root } from './run.ts'

/**
 * Builds what is missing and serves the product, configured by the environment and, after it, by `.env`. The
 * server runs in this very process, and the npm script replaces its shell by it: so a signal to npm reaches the
 * server, once, and npm waits for it to stop.
 */
const envFile = path.join(root, '.env')
if (existsSync(envFile)) process.loadEnvFile(envFile)

await buildWebIfStale()
await buildChecklists()
await import('../apps/server/src/main.ts')
