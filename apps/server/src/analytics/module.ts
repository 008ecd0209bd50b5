import { createEventStore } from '@app/sandbox/analytics/event-store'
import type { Kysely } from 'kysely'
import type { AnalyticsSettings } from '../config/analytics.ts'
import { registerJob } from '../jobs/job.ts'
import type { JobLog } from '../jobs/job-log.ts'
import type { ContextModule } from '../services/context-module.ts'
import type { Tables } from '../services/tables.ts'
import type {} from './analytics-tables.ts'
import { erasePeopleJob } from './erase-people.job.ts'
import { erasePeople, saveErasureSetting } from './erase-people.ts'
import { createErrorReporter } from './error-reporter.ts'
import { posthogGateway } from './event-gateway.ts'
import { posthogEraser } from './person-eraser.ts'
import { sendEventsJob } from './send-events.job.ts'
import { sendEvents } from './send-events.ts'
import { reportingLog, watchErrors } from './watch-errors.ts'

export type AnalyticsNeeds = {
  db: Kysely<Tables>
  posthog: AnalyticsSettings
  log: JobLog
  /** A fetch to this server, for the sandbox. */
  loopbackFetch: typeof fetch
}

/** The part of analytics that the rest of the server uses. */
export type AnalyticsModule = ContextModule & {
  /** The server's log, which also reports errors to analytics. */
  reportingLog: JobLog
}

/** Opens analytics as the settings ask for: at the provider, at the sandbox's stand-in, or not at all. */
export async function analyticsModule({
  db,
  posthog,
  log,
  loopbackFetch,
}: AnalyticsNeeds): Promise<AnalyticsModule> {
  const isSandbox = posthog.kind === 'sandbox'
  const call = isSandbox ? loopbackFetch : fetch
  const gateway = posthogGateway(posthog, call)
  const eraser = posthog.erasing && posthogEraser(posthog.erasing, call)
  const reporter = createErrorReporter(gateway)
  await saveErasureSetting(db, eraser !== null)
  return {
    reportingLog: reportingLog(log, reporter),
    watch: (app) => watchErrors(app, reporter),
    jobs: [
      registerJob(sendEventsJob, () => sendEvents(db, gateway), { cron: '* * * * *', payload: {} }),
      registerJob(
        erasePeopleJob,
        async () => {
          if (eraser) await erasePeople(db, eraser, new Date())
        },
        { cron: '*/15 * * * *', payload: {} },
      ),
    ],
    standIn: { events: isSandbox ? createEventStore() : null },
  }
}
