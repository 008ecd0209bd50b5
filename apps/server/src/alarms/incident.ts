import type { IncidentFacts, IncidentKind } from '@app/contracts/incidents'

/** The result of one check; `unclear` neither opens nor ends an incident. */
export type Observation = { kind: IncidentKind; seen: 'bad' | 'good' | 'unclear'; facts: IncidentFacts }

/** Builds an observation. */
export function observe(
  kind: IncidentKind,
  seen: Observation['seen'] | boolean,
  facts: IncidentFacts = {},
): Observation {
  return { kind, seen: typeof seen === 'string' ? seen : seen ? 'bad' : 'good', facts }
}

/** The thresholds of an incident kind. */
export type IncidentRule = {
  /** The number of times that it is looked at. */
  everyMs: number
  /** The duration of the bad period after which the incident opens. */
  opensAfterMs: number
  /** The duration of the good period after which the incident ends. */
  endsAfterMs: number
  /** True when the end is reported, too. */
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

/** After a start, delayed work gets this much time. */
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
