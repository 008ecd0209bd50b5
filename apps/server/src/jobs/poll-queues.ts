import { setTimeout as sleep } from 'node:timers/promises'
import type { Db, PgBoss } from 'pg-boss'
import { bossSchema } from './open-boss.ts'

type Wake = {
  boss: Pick<PgBoss, 'notifyWorker'>
  database: Db
  /** Who does the jobs of which name. */
  workers: ReadonlyMap<string, string>
  everyMs: number
  onError: (error: unknown) => void
}

/** The names of which a job is due, each by the index that its worker takes jobs by. */
const dueNames = `select name from unnest($1::text[]) as name where exists (
  select from ${bossSchema}.job where job.name = name.name
    and state < 'active' and not blocked and start_after <= ${bossSchema}.job_now())`

/**
 * Looks now and then which workers have something to do, and has those look who do: one statement for all of them, where each
 * would ask one of its own. Answers with what ends it.
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
      await sleep(restMs(performance.now() - beganAt, everyMs), null, { signal }).catch(() => {})
    }
  }
  void lookOn()
  return () => ending.abort()
}

/** What is left of the pace after a look that took `tookMs`; a slow database is left in peace for as long again, up to `everyMs`. */
export const restMs = (tookMs: number, everyMs: number): number =>
  Math.max(everyMs - tookMs, Math.min(tookMs, everyMs))
