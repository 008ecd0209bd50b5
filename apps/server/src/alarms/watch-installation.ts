import type { IncidentKind } from '@app/contracts/incidents'
import { checkDisk } from '../diagnostics/check-machine.ts'
import { checkCertificate } from '../diagnostics/check-site.ts'
import { describeError } from '../http/describe-error.ts'
import {
  evaluateBackupsMade,
  evaluateCertificateFinding,
  evaluateChannel,
  evaluateDiskFinding,
  evaluateErrors,
  evaluateJobs,
  evaluateLeadVolume,
  evaluateMessages,
  evaluatePayments,
  evaluatePrograms,
} from './evaluate-installation.ts'
import { incidentRules, type Observation } from './incident.ts'
import {
  countErrors,
  countLeadsOfDay,
  countUnreachablePrograms,
  findBackupStatus,
  findJobStatus,
  findMessageStatus,
  findWaitingPayments,
} from './installation-queries.ts'
import { listChannelStatuses } from './owner-message-repository.ts'
import { recordObservations } from './record-observations.ts'
import { type AlarmServices, sendDueOwnerMessages } from './send-due-owner-messages.ts'

export type WatchServices = AlarmServices & {
  canMessage: boolean
  /** The folder of this process's files; null without one. */
  dataDir: string | null
  diskLowGigabytes: number
  /** The number of saved attempts a day above which the owner is alerted. */
  leadsPerDay: number
  /** Writes down what this process counted. */
  flushErrors: () => Promise<void>
}

/** A check with the interval of its kind. */
type ScheduledCheck = { kind: IncidentKind; look: (now: Date) => Promise<readonly Observation[]> }

/**
 * Creates a function that runs all due checks. Each process runs it every minute, because each sees
 * only its own machine.
 */
export function createInstallationWatch(services: WatchServices): () => Promise<void> {
  const { now, log, flushErrors } = services
  const looks = listScheduledChecks(services)
  const lookedAt = new Map<IncidentKind, Date>()

  async function lookAt({ kind, look }: ScheduledCheck): Promise<readonly Observation[]> {
    const at = now()
    const last = lookedAt.get(kind)
    // A timer comes a little early or late, and not a whole turn late for that.
    const isDue =
      !last || Math.abs(at.getTime() - last.getTime()) > incidentRules[kind].everyMs - earlyToleranceMs
    if (!isDue) return []
    lookedAt.set(kind, at)
    try {
      return await look(at)
    } catch (error) {
      log.warn({ look: kind, error: describeError(error) }, 'the watch could not look')
      return []
    }
  }

  return async () => {
    await flushErrors()
    const observations: Observation[] = []
    for (const look of looks) observations.push(...(await lookAt(look)))
    await recordObservations(services, observations)
    await sendDueOwnerMessages(services)
  }
}

const earlyToleranceMs = 5_000

function listScheduledChecks(services: WatchServices): ScheduledCheck[] {
  const { db, channels, canMessage, dataDir, diskLowGigabytes, leadsPerDay } = services
  const site = new URL(services.siteUrl)
  return [
    { kind: 'payments_waiting', look: async (at) => [evaluatePayments(await findWaitingPayments(db, at))] },
    {
      kind: 'messages_stopped',
      look: async (at) => evaluateMessages(await findMessageStatus(db, at), canMessage, at),
    },
    {
      kind: 'program_unreachable',
      look: async (at) => [evaluatePrograms(await countUnreachablePrograms(db, { canMessage, now: at }))],
    },
    { kind: 'server_errors', look: async (at) => [evaluateErrors(await countErrors(db, at))] },
    {
      kind: 'leads_flood',
      look: async (at) => [evaluateLeadVolume(await countLeadsOfDay(db, at), leadsPerDay)],
    },
    { kind: 'jobs_stopped', look: async (at) => [evaluateJobs(await findJobStatus(db, at), at)] },
    { kind: 'backup_missing', look: async (at) => [evaluateBackupsMade(await findBackupStatus(db), at)] },
    {
      kind: 'mail_failing',
      look: async () => {
        const open = channels.map(({ channel }) => channel)
        return (await listChannelStatuses(db, open)).map(evaluateChannel)
      },
    },
    ...(dataDir === null
      ? []
      : [
          {
            kind: 'disk_low' as const,
            look: async () => (await checkDisk(dataDir, diskLowGigabytes)).flatMap(evaluateDiskFinding),
          },
        ]),
    ...(site.protocol === 'https:'
      ? [
          {
            kind: 'certificate_soon' as const,
            look: async (at: Date) => (await checkCertificate(site, at)).flatMap(evaluateCertificateFinding),
          },
        ]
      : []),
  ]
}
