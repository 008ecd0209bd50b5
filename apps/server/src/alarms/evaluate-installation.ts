import type { Finding } from '@app/contracts/findings'
import type { IncidentKind } from '@app/contracts/incidents'
import { isBackupOverdue } from '../backups/backup-overdue.ts'
import { type Observation, observe } from './incident.ts'

const minute = 60_000
const hour = 60 * minute

const minutesSince = (at: Date, now: Date) => Math.floor((now.getTime() - at.getTime()) / minute)

/** Orders that may be paid and are not: money that is on its way for longer than usual, or no word from the provider. */
export function evaluatePayments({ count, order }: { count: number; order: string | null }): Observation {
  return observe('payments_waiting', count > 0, { count, ...(order !== null && { order }) })
}

/** An unpaid order is late after this time. */
export const paymentLateMs = 30 * minute

/** The state of the connection to WhatsApp. */
export type MessageStatus = {
  pausedUntil: Date | null
  templateRefusedAt: Date | null
  undeliveredAt: Date | null
  /** The due time of the oldest due message; null without one. */
  dueSince: Date | null
  waiting: number
}

const messagesLateMs = 30 * minute
/** A refused template is retried sooner than this. */
const templateRetryMs = 100 * minute
/** Single messages cause at most one mail an hour. */
const undeliveredMs = 45 * minute

/**
 * Returns whether messages leave. Where they are off nothing is stopped, and nothing that was goes
 * again.
 */
export function evaluateMessages(standing: MessageStatus, isOn: boolean, now: Date): Observation[] {
  const { pausedUntil, templateRefusedAt, undeliveredAt, dueSince, waiting } = standing
  const isLate = dueSince !== null && now.getTime() - dueSince.getTime() > messagesLateMs
  const isPaused = pausedUntil !== null && pausedUntil > now
  const whereOn = (isBad: boolean) => (isOn ? isBad : 'unclear')
  return [
    observe('messages_stopped', whereOn(isPaused || isLate), { count: waiting }),
    observe('template_refused', whereOn(isRecent(templateRefusedAt, templateRetryMs, now))),
    observe('message_undelivered', isRecent(undeliveredAt, undeliveredMs, now)),
  ]
}

/** Evaluates paid programs without a reachable reader. */
export function evaluatePrograms(count: number): Observation {
  return observe('program_unreachable', count > 0, { count })
}

/**
 * A program may start late, because the buyer still has to enter a phone, and the owner knows of
 * the purchase.
 */
export const programLateMs = 24 * hour

const maxErrors = 5
export const errorWindowMs = 10 * minute

/** Requests that the server could not answer, within the last ten minutes. */
export function evaluateErrors(count: number): Observation {
  return observe('server_errors', count >= maxErrors, { count })
}

/** Attempts that were saved within the last day, by all networks together; `max` is where the owner begins to wonder. */
export function evaluateLeadVolume(count: number, max: number): Observation {
  return observe('leads_flood', count >= max, { count })
}

const jobsLateMs = 15 * minute
const beatLateMs = 10 * minute

export type JobStatus = { beatAt: Date | null; dueSince: Date | null }

/** Evaluates the queue: the heartbeat is recent and no job is overdue. */
export function evaluateJobs({ beatAt, dueSince }: JobStatus, now: Date): Observation {
  const isSilent = beatAt !== null && now.getTime() - beatAt.getTime() > beatLateMs
  const isLate = dueSince !== null && now.getTime() - dueSince.getTime() > jobsLateMs
  const since = [...(isSilent ? [beatAt] : []), ...(isLate ? [dueSince] : [])]
  const minutes = Math.max(0, ...since.map((at) => minutesSince(at, now)))
  return observe('jobs_stopped', isSilent || isLate, { minutes })
}

const maxFailures = 3

export type BackupStatus = { since: Date; lastGoodAt: Date | null; failuresSince: number }

/**
 * Returns whether there is a backup of the last night; null where none are made, which is no news
 * of any.
 */
export function evaluateBackupsMade(standing: BackupStatus | null, now: Date): Observation {
  if (standing === null) return observe('backup_missing', 'unclear')
  const { lastGoodAt, failuresSince } = standing
  const isMissing = isBackupOverdue(standing, now) || failuresSince >= maxFailures
  const hours = lastGoodAt && Math.floor(minutesSince(lastGoodAt, now) / 60)
  return observe('backup_missing', isMissing, hours === null ? {} : { hours })
}

/** Turns the doctor's finding on the disk into observations: a full disk is not also low. */
export function evaluateDiskFinding({ reason, facts }: Finding): Observation[] {
  const gigabytes = 'gigabytes' in facts ? { gigabytes: facts.gigabytes } : {}
  switch (reason) {
    case 'disk_good':
      return observeAllGood('disk_low', 'disk_full')
    case 'disk_low':
      return [observe('disk_low', 'bad', gigabytes), observe('disk_full', 'good')]
    case 'disk_full':
      return [observe('disk_low', 'unclear'), observe('disk_full', 'bad', gigabytes)]
    default:
      return []
  }
}

/** The same of the certificate; that it cannot be read from inside says nothing of visitors. */
export function evaluateCertificateFinding({ reason, facts }: Finding): Observation[] {
  const host = 'host' in facts ? { host: facts.host } : {}
  switch (reason) {
    case 'tls_good':
      return observeAllGood('certificate_soon', 'certificate_bad')
    case 'tls_soon':
      return [
        observe('certificate_soon', 'bad', { ...host, ...('days' in facts && { days: facts.days }) }),
        observe('certificate_bad', 'good'),
      ]
    case 'tls_expired':
    case 'tls_other_name':
    case 'tls_untrusted':
      return [observe('certificate_soon', 'unclear'), observe('certificate_bad', 'bad', host)]
    default:
      return []
  }
}

const channels = ['mail', 'telegram'] as const
/** The alert channels. */
export type Channel = (typeof channels)[number]

const failingKinds = { mail: 'mail_failing', telegram: 'telegram_failing' } as const satisfies Record<
  Channel,
  IncidentKind
>

/** The failed attempts of the newest message; null without one. */
export type ChannelStatus = { channel: Channel; failedTries: number | null }

const maxTries = 3

/** Returns whether the owner can be told, channel by channel. */
export function evaluateChannel({ channel, failedTries }: ChannelStatus): Observation {
  return observe(failingKinds[channel], failedTries !== null && failedTries >= maxTries)
}

/** Returns the channels for an incident: not the failing one, unless it is the only one. */
export function channelsFor(kind: IncidentKind, open: readonly Channel[]): readonly Channel[] {
  const others = open.filter((channel) => failingKinds[channel] !== kind)
  return others.length > 0 ? others : open
}

function isRecent(at: Date | null, withinMs: number, now: Date): boolean {
  return at !== null && now.getTime() - at.getTime() < withinMs
}

function observeAllGood(...kinds: IncidentKind[]): Observation[] {
  return kinds.map((kind) => observe(kind, 'good'))
}
