import { type Kysely, sql } from 'kysely'
import type { Tables } from '../services/tables.ts'
import type { Metric } from './exposition.ts'

type JobCount = { name: string; state: string; jobs: number; waiting: number; late_seconds: number }

/**
 * Counts what lies in the job queue and in the messages' own: by state, how much of it is due and not yet taken, and
 * for how long the oldest of that has been.
 */
export async function readQueues(db: Kysely<Tables>): Promise<Metric[]> {
  const [jobs, messages] = await Promise.all([countJobs(db), countMessages(db)])
  const queues = [...byName(jobs), { queue: 'messages', ...messages }]
  return [
    {
      name: 'jobs',
      help: 'Jobs the queue knows, by name and state; done ones until they are cleared away, counted once a minute.',
      type: 'gauge',
      samples: jobs.map(({ name, state, jobs: value }) => ({ labels: { job: name, state }, value })),
    },
    {
      name: 'queue_depth',
      help: 'What is due and waits to be done.',
      type: 'gauge',
      samples: queues.map(({ queue, waiting }) => ({ labels: { queue }, value: waiting })),
    },
    {
      name: 'queue_oldest_waiting_seconds',
      help: 'For how long the oldest of what is due has been.',
      type: 'gauge',
      samples: queues.map(({ queue, lateSeconds }) => ({ labels: { queue }, value: lateSeconds })),
    },
  ]
}

/**
 * What waits is counted now, by the index that the queue takes its jobs from. All else is counted by the queue itself once a minute:
 * of what is done there is a week's, too much to be read at each look.
 */
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

function byName(jobs: readonly JobCount[]): { queue: string; waiting: number; lateSeconds: number }[] {
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
