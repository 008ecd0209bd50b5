/**
 * Suites of the databases that run on PGlite alone, since what they are about asks no database: how it is done is decision 0197,
 * and each has its reason here. What has SQL of its own, types, locks, policies, notifications or transactions in it runs on both.
 */
export const onPGliteAlone: Readonly<Record<string, string>> = {
  'packages/platform/test/functions-workers.db.test.ts':
    'processes of functions: how they start, wait, are limited and end; functions.db.test.ts has them reach the database',
}
