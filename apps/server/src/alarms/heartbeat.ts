import type { Kysely } from 'kysely'
import type { JobLog } from '../jobs/job-log.ts'
import type { Tables } from '../services/tables.ts'
import { evaluateJobs } from './evaluate-installation.ts'
import { findJobStatus } from './installation-queries.ts'

export type HeartbeatOptions = {
  url: string | null
  db: Kysely<Tables>
  /** Throws when the database or the queue does not answer. */
  ping: () => Promise<void>
  call: typeof fetch
  now: () => Date
  log: JobLog
}

const timeoutMs = 10_000

/**
 * Creates a heartbeat: it pings an outside address while the database answers and jobs run. That
 * service alerts the owner when the pings stop. Resolves to whether the ping succeeded.
 */
export function createHeartbeat({ url, db, ping, call, now, log }: HeartbeatOptions): () => Promise<boolean> {
  let wasTaken = true
  return async () => {
    if (url === null) return false
    try {
      await ping()
      if (evaluateJobs(await findJobStatus(db, now()), now()).seen === 'bad') return false
    } catch {
      return false
    }
    const isTaken = await pingUrl(url, call)
    // One line for each outage. The address is secret, so the log leaves it out.
    if (!isTaken && wasTaken) log.warn({}, 'the heartbeat’s address does not answer')
    wasTaken = isTaken
    return isTaken
  }
}

async function pingUrl(url: string, call: typeof fetch): Promise<boolean> {
  try {
    const response = await call(url, { redirect: 'follow', signal: AbortSignal.timeout(timeoutMs) })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}
