import { defineConfig } from 'vitest/config'

/** What breaks the product on purpose: minutes of it, so it is no part of `npm test`. */
export default defineConfig({
  test: {
    name: 'faults',
    environment: 'node',
    include: ['packages/*/test/**/*.faults.ts', 'apps/*/test/**/*.faults.ts'],
    globalSetup: ['packages/testing/src/database/setup-pglite.ts'],
    env: { TEST_DATABASE: 'pglite' },
    testTimeout: 1_800_000,
    hookTimeout: 120_000,
    maxWorkers: 1,
  },
})
