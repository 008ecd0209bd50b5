import { statfs } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { unavailable } from '../http/app-error.ts'
import { describeError } from '../http/describe-error.ts'
import type { JobLog } from '../jobs/job-log.ts'
import type { Tables } from '../services/tables.ts'

const probeIntervalMs = 2_000

/** The probe updates one row in place; other writes need new pages. */
const minFreeBytes = 16 * 1024 * 1024

type ProbeNeeds = {
  db: Kysely<Tables>
  /** The folder of an embedded database, on whose disk there has to be room; null where the database is elsewhere. */
  dataDir: string | null
  log: Pick<JobLog, 'error' | 'info'>
}

/**
 * Creates a check that throws `unavailable` while the database is read-only or the disk is full. It
 * writes the heartbeat's row at most every two seconds; callers in between share the result.
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
      // Not `error`, because that name marks an unavailable database.
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
