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

/** What one look saw of one kind of trouble; `unclear` neither begins nor ends anything. */
export type Observation = { kind: IncidentKind; seen: 'bad' | 'good' | 'unclear'; facts: IncidentFacts }

/** One thing seen. */
export function observed(
  kind: IncidentKind,
  seen: Observation['seen'] | boolean,
  facts: IncidentFacts = {},
): Observation {
  return { kind, seen: typeof seen === 'string' ? seen : seen ? 'bad' : 'good', facts }
}

/** How patiently a kind of trouble is judged. */
export type IncidentRule = {
  /** The number of times that it is looked at. */
  everyMs: number
  /** For how long it must have been bad without a break before it is told. */
  opensAfterMs: number
  /** For how long it must have been good without a break before it is over. */
  endsAfterMs: number
  /** True when its end is told, too; what only counts single misfortunes just ends. */
  tellsEnd: boolean
}

const minute = 60_000
const hour = 60 * minute

const usual: IncidentRule = {
  everyMs: minute,
  opensAfterMs: 0,
  endsAfterMs: 15 * minute,
  tellsEnd: true,
}

/** After a start, what lay waiting while the process was down has this long to be done. */
const afterStart = { opensAfterMs: 5 * minute }

export const incidentRules: Readonly<Record<IncidentKind, IncidentRule>> = {
  payments_waiting: { ...usual, ...afterStart },
  messages_stopped: { ...usual, ...afterStart },
  // A refused template is tried again after an hour or a little more.
  template_refused: usual,
  message_undelivered: { ...usual, tellsEnd: false },
  program_unreachable: { ...usual, everyMs: 10 * minute, endsAfterMs: 30 * minute },
  server_errors: { ...usual, endsAfterMs: 30 * minute },
  leads_flood: { ...usual, everyMs: 10 * minute, endsAfterMs: 60 * minute },
  jobs_stopped: { ...usual, ...afterStart },
  disk_low: { ...usual, endsAfterMs: hour },
  disk_full: usual,
  backup_missing: usual,
  certificate_soon: { ...usual, everyMs: hour, endsAfterMs: hour },
  certificate_bad: { ...usual, everyMs: hour, endsAfterMs: hour },
  mail_failing: { ...usual, endsAfterMs: 0 },
  telegram_failing: { ...usual, endsAfterMs: 0 },
}
