/** Staff actions that the server records; the database records account changes. */
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

/** The kinds of `person_changed` events. Events without a kind changed the marks. */
const personActions = [
  ...(['added', 'removed', 'checklist_sent', 'signed_out'] as const),
  ...(['program_pause', 'program_resume', 'program_begin', 'program_repeat', 'refunded'] as const),
  ...(['consultation_arrange', 'consultation_hold', 'consultation_unhold', 'consultation_release'] as const),
] as const
export type PersonAction = (typeof personActions)[number]

const accountActions = [
  ...(['signed_in', 'sessions_ended', 'account_deleted'] as const),
  ...(['second_factor_shown', 'second_factor_added', 'second_factor_removed'] as const),
  ...(['passkey_added', 'passkey_removed'] as const),
  ...(['password_changed', 'password_removed', 'email_changed'] as const),
  ...(['administrator_appointed', 'administrator_removed'] as const),
  ...(['assistant_appointed', 'assistant_removed', 'technician_appointed', 'technician_removed'] as const),
] as const

/** All actions that the journal shows. Each has a text. */
export const journalActions = [
  ...auditActions,
  ...personActions,
  ...accountActions,
  'order_refunded',
  /** An action of a later release. */
  'other',
] as const
export type JournalAction = (typeof journalActions)[number]

/** Returns the journal's action of an audit row. */
export function journalActionOf(action: string, did: unknown): JournalAction {
  const named = action === 'person_changed' && did !== undefined ? did : action
  return journalActions.find((each) => each === named) ?? 'other'
}

/** Actions that only the account's holder can do. The database records no actor for them. */
export const accountHolderActions = [
  'second_factor_added',
  'passkey_added',
  'password_changed',
  'email_changed',
] as const satisfies readonly JournalAction[]

/**
 * Returns true for actions that the server did itself: all without an actor but refused sign-ins.
 */
export function isDoneByServer(action: JournalAction): boolean {
  return action !== 'sign_in_refused'
}

export type FactValue = string | number | boolean | null

/** Facts that the journal may show: statuses, counts and times, never typed text or answers. */
export const journalFacts = [
  'status',
  'tags',
  'nextContactOn',
  'state',
  'day',
  'paused',
  'startsAt',
  'role',
  /** Only for staff. */
  'email',
] as const
export type JournalFact = (typeof journalFacts)[number]

export type FactChange = { fact: JournalFact; before: FactValue; after: FactValue }

/** Lists the facts that changed. */
export function changedFacts(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): FactChange[] {
  return journalFacts
    .map((fact) => ({ fact, before: toFact(before[fact]), after: toFact(after[fact]) }))
    .filter((change) => change.before !== change.after)
}

function toFact(value: unknown): FactValue {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}
