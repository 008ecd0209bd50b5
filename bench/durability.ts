/**
 * What does it cost that a commit is on the disk before it is acknowledged?
 *
 * Rows are inserted one by one by more and more writers: into PGlite as the product opens it, and into PGlite as it comes,
 * which syncs nothing. The two take turns; the fastest round of each counts. The disk's own syncs are timed beside them,
 * for they are the limit of one writer.
 *
 *   npm run bench:durability
 */
import { fdatasyncSync, openSync, writeSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@app/platform/database/open-database'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'

const rounds = 5
const roundMs = 1_000

const folder = await mkdtemp(join(tmpdir(), 'bench-durability-'))
const durable = await openDatabase({ kind: 'pglite', dataDir: join(folder, 'durable') })
const bare = await PGlite.create(join(folder, 'bare'))
const table =
  'create table rows (id int primary key, text text not null, at timestamptz not null default now())'
await durable.withSession(({ script }) => script(table))
await bare.exec(table)

let id = 0
const text = 'x'.repeat(300)
const insertDurable = () => sql`insert into rows (id, text) values (${id++}, ${text})`.execute(durable.db)
const insertBare = () => bare.query('insert into rows (id, text) values ($1, $2)', [id++, text])

console.log(`a sync of this disk takes ${timeSync().toFixed(2)} ms, load ${loadavg()[0]?.toFixed(1)}`)
for (const writers of [1, 4, 16, 64]) {
  const best = { durable: 0, bare: 0 }
  for (let round = 0; round < rounds; round++) {
    best.durable = Math.max(best.durable, await perSecond(writers, insertDurable))
    best.bare = Math.max(best.bare, await perSecond(writers, insertBare))
  }
  const ratio = (best.durable / best.bare).toFixed(2)
  console.log(
    `${writers} writers: ${Math.round(best.durable)} inserts a second, PGlite as it comes ${Math.round(best.bare)}, ratio ${ratio}`,
  )
}
await durable.close()
await bare.close()
await rm(folder, { recursive: true, force: true })

async function perSecond(writers: number, insert: () => Promise<unknown>): Promise<number> {
  let done = 0
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: writers }, async () => {
      while (performance.now() - startedAt < roundMs) {
        await insert()
        done += 1
      }
    }),
  )
  return (done / (performance.now() - startedAt)) * 1000
}

/** The median of a hundred, each after a write of a page. */
function timeSync(): number {
  const file = openSync(join(folder, 'sync'), 'w')
  const times = Array.from({ length: 100 }, (_, at) => {
    writeSync(file, Buffer.alloc(8192), 0, 8192, at * 8192)
    const startedAt = performance.now()
    fdatasyncSync(file)
    return performance.now() - startedAt
  })
  return times.sort((one, other) => one - other)[50] ?? 0
}
