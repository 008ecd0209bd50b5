import { statfs } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { unavailable } from '../http/app-error.ts'
import { describeError } from '../http/describe-error.ts'
import type { JobLog } from '../jobs/job-log.ts'
import type { Tables } from '../services/tables.ts'

const probeIntervalMs = 2_000

/** One row is written in place, while an account or an upload takes new pages. */
const minFreeBytes = 16 * 1024 * 1024

type ProbeNeeds = {
  db: Kysely<Tables>
  /** The folder of an embedded database, on whose disk there has to be room; null where the database is elsewhere. */
  dataDir: string | null
  log: Pick<JobLog, 'error' | 'info'>
}

/**
 * Opens a check that throws `unavailable` while nothing can be written: a full disk, a database
 * that is read-only. It writes the row of the queue's beat as it stands, or makes it, and looks for
 * room on the disk, at most every two seconds; callers in between are told what the last write came
 * to.
 */
export function openWriteProbe({ db, dataDir, log }: ProbeNeeds): () => Promise<void> {
  let askedAt = Number.NEGATIVE_INFINITY
  let asked: Promise<boolean> = Promise.resolve(true)
  let couldWrite = true

  async function write(): Promise<boolean> {
    try {
      await sql`
        insert into job_beats (beat_at) values (now())
        on conflict (one) do update set beat_at = job_beats.beat_at`.execute(db)
      if (dataDir !== null) await requireFreeSpace(dataDir)
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
    if (performance.now() - askedAt > probeIntervalMs) {
      askedAt = performance.now()
      asked = write()
    }
    if (!(await asked)) throw unavailable()
  }
}

async function requireFreeSpace(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < minFreeBytes) throw new Error(`the disk of ${folder} is full`)
}
