/** What the server itself takes down of the staff; what happens to accounts is written by the database. */
const auditActions = [
  'person_read',
  'message_sent_by_hand',
  'program_reset',
  'messages_triggered',
  'sign_in_refused',
  'second_factors_reset',
  'answers_read',
  'person_changed',
  'person_exported',
  'rows_exported',
  'contacts_imported',
  'import_undone',
  'person_erased',
  'registry_compared',
  'staff_appointed',
  'staff_dismissed',
  'lead_accepted',
] as const
export type AuditAction = (typeof auditActions)[number]

/** What `person_changed` may have been, as the audit keeps it; without any of these it was the marks. */
const personActions = [
  ...(['added', 'removed', 'checklist_sent', 'signed_out'] as const),
  ...(['program_pause', 'program_resume', 'program_begin', 'program_repeat', 'refunded'] as const),
  ...(['consultation_arrange', 'consultation_hold', 'consultation_unhold', 'consultation_release'] as const),
] as const
export type PersonAction = (typeof personActions)[number]

const accountActs = [
  ...(['signed_in', 'sessions_ended', 'account_deleted'] as const),
  ...(['second_factor_shown', 'second_factor_added', 'second_factor_removed'] as const),
  ...(['passkey_added', 'passkey_removed'] as const),
  ...(['password_changed', 'password_removed', 'email_changed'] as const),
  ...(['administrator_appointed', 'administrator_removed'] as const),
  ...(['assistant_appointed', 'assistant_removed', 'technician_appointed', 'technician_removed'] as const),
] as const

/** What a row of the journal tells of; each has its words. */
export const journalActions = [
  ...auditActions,
  ...personActions,
  ...accountActs,
  'order_refunded',
  /** Written by a later release than this one. */
  'other',
] as const
export type JournalAction = (typeof journalActions)[number]

/** Returns the journal's action of an audit row. */
export function journalActionOf(action: string, did: unknown): JournalAction {
  const named = action === 'person_changed' && did !== undefined ? did : action
  return journalActions.find((each) => each === named) ?? 'other'
}

/**
 * Acts upon an account that its holder alone does, by their session or by letters to their address; the database cannot tell who it
 * was that did them.
 */
export const holdersActs = [
  'second_factor_added',
  'passkey_added',
  'password_changed',
  'email_changed',
] as const satisfies readonly JournalAction[]

/** True for actions without an actor that the server did: all but refused sign-ins. */
export function isDoneByServer(action: JournalAction): boolean {
  return action !== 'sign_in_refused'
}

export type Fact = string | number | boolean | null

/** What may be told to have changed: words of ours, counts and times, nothing that somebody wrote or answered. */
export const journalFacts = [
  'status',
  'tags',
  'nextContactOn',
  'state',
  'day',
  'paused',
  'startsAt',
  'role',
  /** Of those alone who work here. */
  'email',
] as const
export type JournalFact = (typeof journalFacts)[number]

export type FactChange = { fact: JournalFact; before: Fact; after: Fact }

/** Lists the told facts that differ before and after. */
export function changedFacts(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): FactChange[] {
  return journalFacts
    .map((fact) => ({ fact, before: toFact(before[fact]), after: toFact(after[fact]) }))
    .filter((change) => change.before !== change.after)
}

function toFact(value: unknown): Fact {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}
