import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/**
 * `*.test.ts` runs once; `*.db.test.ts` runs on both databases the product supports, so that a query which
 * only works on one of them cannot land.
 */
const shared = {
  environment: 'node',
  // For what does not come at all: a machine may be slow, and busy besides.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
  // To load and compile what a file needs takes longer than most files, so they share what is loaded (docs/decisions/tests.md).
  isolate: false,
  setupFiles: 'packages/testing/src/vitest/fresh-page.ts',
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
} as const
const everywhere = [
  'packages/*/src',
  'packages/*/acceptance',
  'packages/*/test',
  'apps/*/src',
  'apps/web/build',
  'apps/server/test',
  'supabase',
  'scripts',
]

export default defineConfig({
  test: {
    // One more than there are cores: a suite waits for PostgreSQL, and for what it is to see happen, for a third of its time.
    maxWorkers: availableParallelism() + 1,
    // Each suite empties the one installation that all are pointed at (packages/platform/README.md).
    fileParallelism: process.env.PLATFORM_URL === undefined,
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: everywhere.map((dir) => `${dir}/**/*.test.{ts,tsx}`),
          exclude: ['**/*.db.test.ts', '**/node_modules/**'],
        },
      },
      ...(['pglite', 'postgres'] as const).map((database) => ({
        test: {
          ...shared,
          name: database,
          include: everywhere.map((dir) => `${dir}/**/*.db.test.ts`),
          exclude: ['**/node_modules/**'],
          globalSetup: [`packages/testing/src/database/setup-${database}.ts`],
          env: { TEST_DATABASE: database },
        },
      })),
    ],
  },
})
