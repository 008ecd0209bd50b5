import { appendFileSync } from 'node:fs'
import { sql } from 'kysely'
import { actAs, visitorIdentity } from '../../src/database/act-as.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import type { Trx } from '../../src/database/trx.ts'
import { testTimeouts } from '../test-timeouts.ts'
import { type Action, actions } from './actions.ts'
import type { WorkEvent } from './file-events.ts'

/** The program whose power is cut: several write at once, and each notes what was acknowledged. */
const [dataDir = '', rounds = ''] = process.argv.slice(2)
const say = (event: WorkEvent) =>
  appendFileSync(process.env.POWER_CUT_TRACE ?? '', `${JSON.stringify(event)}\n`)

const { db, withSession } = await openDatabase({ kind: 'pglite', dataDir, ...testTimeouts })
const todo = actions(Number(rounds))
await Promise.all(
  Array.from({ length: 8 }, async (_, writer) => {
    for (let action = todo.shift(); action; action = todo.shift()) {
      const what = JSON.stringify(action)
      say({ kind: 'tried', what })
      await perform(action, writer)
      say({ kind: 'acknowledged', what })
    }
  }),
)
// Not closed: nothing may be synced by that.
process.kill(process.pid, 'SIGKILL')

async function perform(action: Action, writer: number): Promise<void> {
  if (action.kind === 'note') {
    const write = async (trx: Trx) => {
      await sql`insert into notes values (${action.id}, ${action.text})`.execute(trx)
      await sql`update tally set notes = notes + 1 where writer = ${writer}`.execute(trx)
    }
    // Every other one as rest/v1 and storage/v1 write.
    if (action.id % 2) await actAs(db, visitorIdentity, write)
    else await db.transaction().execute(write)
  } else if (action.kind === 'make table') {
    await sql`create table ${sql.table(action.name)} as select * from generate_series(1, 500) n`.execute(db)
  } else if (action.kind === 'drop table') {
    await sql`drop table if exists ${sql.table(action.name)}`.execute(db)
  } else {
    await withSession(async ({ script }) => {
      await script('checkpoint')
      // The log begins another file, so that its files come and go, too.
      await script('select pg_switch_wal()')
    })
  }
}
