import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/**
 * `*.test.ts` runs once. Suites on a database run on PGlite and on PostgreSQL, so that a query which only works on one of them
 * cannot land: in `npm test` on the one that proves more, and on the other in CI, by the projects that end in `-rest`.
 * `*.db.test.ts` begin with PGlite, which a fresh clone has; `*.pg.test.ts`, which concern locks, listeners, sessions or several
 * processes, with PostgreSQL. `*.slow.test.ts` take long for a case that seldom comes, and are left to CI on both.
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
          exclude: ['**/*.{db,pg,slow}.test.ts', '**/node_modules/**'],
        },
      },
      suitesOnDatabase('pglite', 'pglite', 'db'),
      suitesOnDatabase('pglite-rest', 'pglite', '{pg,slow}'),
      suitesOnDatabase('postgres', 'postgres', 'pg'),
      suitesOnDatabase('postgres-rest', 'postgres', '{db,slow}'),
    ],
  },
})

function suitesOnDatabase(name: string, database: 'pglite' | 'postgres', kind: string) {
  return {
    test: {
      ...shared,
      name,
      include: everywhere.map((dir) => `${dir}/**/*.${kind}.test.ts`),
      exclude: ['**/node_modules/**'],
      globalSetup: [`packages/testing/src/database/setup-${database}.ts`],
      env: { TEST_DATABASE: database },
    },
  }
}
