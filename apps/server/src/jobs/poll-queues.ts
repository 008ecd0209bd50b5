import { setTimeout as sleep } from 'node:timers/promises'
import type { Db, PgBoss } from 'pg-boss'
import { bossSchema } from './open-boss.ts'

type Wake = {
  boss: Pick<PgBoss, 'notifyWorker'>
  database: Db
  /** The id of the worker, by the name of its jobs. */
  workers: ReadonlyMap<string, string>
  everyMs: number
  onError: (error: unknown) => void
}

/** Selects the names with a due job, by the index that workers fetch with. */
const dueNames = `select name from unnest($1::text[]) as name where exists (
  select from ${bossSchema}.job where job.name = name.name
    and state < 'active' and not blocked and start_after <= ${bossSchema}.job_now())`

/**
 * Polls for due jobs with one statement for all workers, and wakes those that have one. Returns the
 * function that stops it.
 */
export function pollQueues({ boss, database, workers, everyMs, onError }: Wake): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const look = async () => {
    const { rows } = await database.executeSql(dueNames, [[...workers.keys()]])
    if (signal.aborted) return
    for (const { name } of rows as { name: string }[]) boss.notifyWorker(workers.get(name) ?? '')
  }
  const lookOn = async () => {
    while (!signal.aborted) {
      const beganAt = performance.now()
      await look().catch(onError)
      await sleep(pauseAfterPoll(performance.now() - beganAt, everyMs), null, { signal }).catch(() => {})
    }
  }
  void lookOn()
  return () => ending.abort()
}

/**
 * Returns the pause after a poll that took `tookMs`. A slow poll is followed by an equal pause, at
 * most `everyMs`.
 */
export const pauseAfterPoll = (tookMs: number, everyMs: number): number =>
  Math.max(everyMs - tookMs, Math.min(tookMs, everyMs))
