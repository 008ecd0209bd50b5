/**
 * What becomes slower when there is a hundred or a thousand times as much, which look reads a table from end to end, what does a
 * second process bring, and does the memory of one stay where it is?
 *
 * Databases of each size lie side by side in one PostgreSQL and take turns at every action, so that a busy machine slows all of
 * them; compare the columns with each other, never with another day's. What is due or old at one time is as much at each size.
 *
 *   npm run bench:scale                                1,000 and 100,000 leads, a minute of mixed load
 *   npm run bench:scale -- 1000 100000 1000000         other sizes, smallest first
 *   npm run bench:scale -- 1000 --minutes 10           a longer load
 *   npm run bench:scale -- --only retention            one action, and no load
 */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { startPostgres } from '@app/platform/testing/start-postgres'
import { actions } from './actions.ts'
import { deleteLargeAccount } from './delete-large-account.ts'
import { loadProcesses } from './load.ts'
import { measure, print } from './measure.ts'
import { openSized, type Sized } from './sized.ts'

const { values, positionals } = parseArgs({
  options: { minutes: { type: 'string', default: '1' }, only: { type: 'string', default: '' } },
  allowPositionals: true,
})
const sizes = positionals.length > 0 ? positionals.map(Number) : [1_000, 100_000]

const postgres = await startPostgres(
  ['--no-sync'],
  ['fsync=off', 'shared_buffers=256MB', 'max_connections=200'],
)
const opened: Sized[] = []
try {
  for (const leads of sizes) {
    const startedAt = performance.now()
    opened.push(await openSized(postgres, leads))
    console.error(`${leads} leads seeded in ${Math.round((performance.now() - startedAt) / 1000)} s`)
  }
  const rows = []
  for (const action of actions.filter(({ name }) => name.includes(values.only))) {
    rows.push(await measure(action, opened))
    console.error(`${action.name}, load ${loadavg()[0]?.toFixed(1)}`)
  }
  print(rows, sizes)
  const largest = opened.at(-1)
  if (largest && !values.only) {
    await deleteLargeAccount(largest)
    await loadProcesses(largest, Number(values.minutes))
  }
} finally {
  for (const { close } of opened) await close()
  await postgres.stop()
}
