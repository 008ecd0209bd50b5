import { openDatabase } from '@app/platform/database/open-database'
import type { RunningPostgres } from '@app/platform/testing/start-postgres'
import { describeError } from '@app/server/http/describe-error'
import { type Jobs, openJobs } from '@app/server/jobs/jobs'
import { reconcileOrderJob } from '@app/server/orders/reconcile-order.job'
import type { OwnTables, Tables } from '@app/server/services/tables'
import { prepareProduct } from '@app/testing/database/template'
import { due, seedPeople } from '@app/testing/scale/seed'
import type { Kysely } from 'kysely'

/** Years of people come in one statement, and what hangs is looked at by whoever runs this. */
const statementTimeoutMs = 30 * 60_000

/** A database with so many leads. */
export type Sized = {
  leads: number
  url: string
  /** On one connection, whose statistics can be told to be counted at once. */
  db: Kysely<Tables>
  jobs: Jobs
  /** The number of somebody with an account and a program, another one each time until there are no more. */
  next: () => number
  close: () => Promise<void>
}

export async function openSized(postgres: RunningPostgres, leads: number): Promise<Sized> {
  const name = `leads_${leads}`
  await postgres.createDatabase(name)
  const url = `${postgres.url}/${name}`
  const database = await openDatabase({ kind: 'postgres', url, poolSize: 1, statementTimeoutMs })
  await prepareProduct(database, 'postgres')
  const db = database.db.$extendTables<OwnTables>()
  await seedPeople(db, leads)
  const jobs = await openJobs(db, { kind: 'postgres', describeError })
  await jobs.register(reconcileOrderJob, async () => {})
  // Neither those who are old nor those whose program is under way.
  const [first, last] = [due + 10, leads - due]
  let at = first
  return {
    leads,
    url,
    db,
    jobs,
    next: () => {
      at = at + 10 <= last ? at + 10 : first
      return at
    },
    close: async () => {
      await jobs.stop()
      await database.close()
    },
  }
}
