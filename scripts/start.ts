import { buildChecklists } from './build-checklists.ts'
import { buildWebIfStale } from './build-web.ts'

/**
 * Builds what is missing and serves the product. The server runs in this very process, so that signals reach it
 * once and it answers for its own exit code.
 */
await buildWebIfStale()
await buildChecklists()
await import('../apps/server/src/main.ts')
