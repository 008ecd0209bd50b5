import { buildChecklists } from './build-checklists.ts'
import { buildWebIfStale } from './build-web.ts'
import { loadEnv } from './load-env.ts'

/**
 * Builds what is missing and serves the product, configured by the environment and, after it, by `.env`. The
 * server runs in this very process, and the npm script replaces its shell by it: so a signal to npm reaches the
 * server, once, and npm waits for it to stop.
 */
loadEnv()

await buildWebIfStale()
await buildChecklists()
await import('../apps/server/src/main.ts')
