import { type Kysely, sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Tables } from '../services/tables.ts'

type JobCount = { name: string; state: string; jobs: number; waiting: number; late_seconds: number }

/**
 * Adds what lies in the job queue and in the messages' own: by state, how much of it is due and not
 * yet taken, and for how long the oldest of that has been.
 */
export async function registerQueueMetrics(registry: Registry, db: Kysely<Tables>): Promise<void> {
  const [jobs, messages] = await Promise.all([countJobs(db), countMessages(db)])
  const gauge = (name: string, help: string, labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] })

  const known = gauge(
    'jobs',
    'Jobs the queue knows, by name and state; done ones until they are cleared away, counted once a minute.',
    ['job', 'state'],
  )
  for (const { name, state, jobs: value } of jobs) known.set({ job: name, state }, value)

  const depth = gauge('queue_depth', 'What is due and waits to be done.', ['queue'])
  const oldest = gauge('queue_oldest_waiting_seconds', 'For how long the oldest of what is due has been.', [
    'queue',
  ])
  for (const { queue, waiting, lateSeconds } of [...groupByQueue(jobs), { queue: 'messages', ...messages }]) {
    depth.set({ queue }, waiting)
    oldest.set({ queue }, lateSeconds)
  }
}

/** Counts waiting jobs now; all others come from the queue's own count, once a minute. */
async function countJobs(db: Kysely<Tables>): Promise<JobCount[]> {
  const { rows } = await sql<JobCount>`
    select name, state::text as state, count(*)::int as jobs,
      (count(*) filter (where start_after <= now()))::int as waiting,
      coalesce(extract(epoch from now() - min(start_after) filter (where start_after <= now())), 0)::float8 as late_seconds
    from pgboss.job where state < 'active' and not blocked group by name, state
    union all
    select name, counted.state, counted.jobs, 0, 0
    from pgboss.queue cross join lateral (values ('active', active_count), ('failed', failed_count),
      ('completed', total_count - queued_count - active_count - failed_count)) as counted (state, jobs)
    where counted.jobs > 0
    order by name, state`.execute(db)
  return rows
}

async function countMessages(db: Kysely<Tables>): Promise<{ waiting: number; lateSeconds: number }> {
  const { rows } = await sql<{ waiting: number; late: number }>`
    select count(*)::int as waiting,
      coalesce(extract(epoch from now() - min(next_attempt_at)), 0)::float8 as late
    from messages where send_state <> 'done' and next_attempt_at <= now()`.execute(db)
  return { waiting: rows[0]?.waiting ?? 0, lateSeconds: rows[0]?.late ?? 0 }
}

function groupByQueue(jobs: readonly JobCount[]): { queue: string; waiting: number; lateSeconds: number }[] {
  const names = [...new Set(jobs.map(({ name }) => name))]
  return names.map((queue) => {
    const states = jobs.filter(({ name }) => name === queue)
    return {
      queue,
      waiting: states.reduce((sum, { waiting }) => sum + waiting, 0),
      lateSeconds: Math.max(...states.map(({ late_seconds }) => late_seconds)),
    }
  })
}
