import type { IncidentFacts, IncidentKind } from '@app/contracts/incidents'

/** What one look saw of one kind of trouble; `unclear` neither begins nor ends anything. */
export type Observation = { kind: IncidentKind; seen: 'bad' | 'good' | 'unclear'; facts: IncidentFacts }

/** One thing seen. */
export function observe(
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

const defaultRule: IncidentRule = {
  everyMs: minute,
  opensAfterMs: 0,
  endsAfterMs: 15 * minute,
  tellsEnd: true,
}

/** After a start, what lay waiting while the process was down has this long to be done. */
const afterStart = { opensAfterMs: 5 * minute }

export const incidentRules: Readonly<Record<IncidentKind, IncidentRule>> = {
  payments_waiting: { ...defaultRule, ...afterStart },
  messages_stopped: { ...defaultRule, ...afterStart },
  // A refused template is tried again after an hour or a little more.
  template_refused: defaultRule,
  message_undelivered: { ...defaultRule, tellsEnd: false },
  program_unreachable: { ...defaultRule, everyMs: 10 * minute, endsAfterMs: 30 * minute },
  server_errors: { ...defaultRule, endsAfterMs: 30 * minute },
  leads_flood: { ...defaultRule, everyMs: 10 * minute, endsAfterMs: 60 * minute },
  jobs_stopped: { ...defaultRule, ...afterStart },
  disk_low: { ...defaultRule, endsAfterMs: hour },
  disk_full: defaultRule,
  backup_missing: defaultRule,
  certificate_soon: { ...defaultRule, everyMs: hour, endsAfterMs: hour },
  certificate_bad: { ...defaultRule, everyMs: hour, endsAfterMs: hour },
  mail_failing: { ...defaultRule, endsAfterMs: 0 },
  telegram_failing: { ...defaultRule, endsAfterMs: 0 },
}
