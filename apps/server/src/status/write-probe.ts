import { type Kysely, sql } from 'kysely'
import { unavailable } from '../http/app-error.ts'
import { describeError } from '../http/describe-error.ts'
import type { JobLog } from '../jobs/job-log.ts'
import type { Tables } from '../services/tables.ts'

const everyMs = 2_000

type ProbeNeeds = { db: Kysely<Tables>; log: Pick<JobLog, 'error' | 'info'> }

/**
 * Returns a check that throws `unavailable` while nothing can be written: a full disk, a database that is read-only. It writes
 * the row of the queue's beat as it stands, or makes it, at most every two seconds; callers in between are told what the last write came to.
 */
export function openWriteProbe({ db, log }: ProbeNeeds): () => Promise<void> {
  let askedAt = Number.NEGATIVE_INFINITY
  let asked: Promise<boolean> = Promise.resolve(true)
  let couldWrite = true

  async function write(): Promise<boolean> {
    try {
      await sql`
        insert into job_beats (beat_at) values (now())
        on conflict (one) do update set beat_at = job_beats.beat_at`.execute(db)
      if (!couldWrite) log.info({}, 'the database can be written to again')
      couldWrite = true
    } catch (error) {
      // Under another name than `error`, by which a database that is away is recognised, and this one answers.
      const reason = describeError(error)
      if (couldWrite) log.error({ reason }, 'nothing can be written to the database')
      couldWrite = false
    }
    return couldWrite
  }

  return async () => {
    if (performance.now() - askedAt > everyMs) {
      askedAt = performance.now()
      asked = write()
    }
    if (!(await asked)) throw unavailable()
  }
}
