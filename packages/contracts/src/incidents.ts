/** What the owner is told of when it begins and when it is over. */
export const incidentKinds = [
  'payments_waiting',
  'messages_stopped',
  'template_refused',
  'message_undelivered',
  'program_unreachable',
  'server_errors',
  'leads_flood',
  'jobs_stopped',
  'disk_low',
  'disk_full',
  'backup_missing',
  'certificate_soon',
  'certificate_bad',
  'mail_failing',
  'telegram_failing',
] as const
export type IncidentKind = (typeof incidentKinds)[number]

/** What is said along. Numbers, a host, the number of an order: nothing about a person. */
export type IncidentFacts = {
  count?: number
  minutes?: number
  hours?: number
  days?: number
  gigabytes?: string
  host?: string
  order?: string
}

/** What the owner is told. */
export type Moment = 'opened' | 'reminded' | 'ended'
