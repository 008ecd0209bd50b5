import type { ErrorType } from './error-event-schema.ts'

/**
 * All events and their allowed fields (specification, section 7). Answers, scores, categories,
 * names and contacts are personal data and appear in none of them, so five fields of
 * `quiz_completed` are always null.
 */
export const eventFields = {
  $pageview: [],
  quiz_step_viewed: ['step_id', 'step_number', 'step_group', 'total_steps'],
  quiz_step_completed: ['step_id', 'step_number', 'step_group', 'total_steps', 'time_on_step_seconds'],
  diagnostic_question_answered: ['question_id', 'question_group'],
  quiz_completed: [
    'category',
    'gender',
    'age',
    'goals',
    'consultation_interest',
    'total_time_seconds',
    'total_steps',
    'has_email',
  ],
  quiz_restarted: ['step_id', 'step_number'],
  contact_form_submitted: ['has_email', 'has_phone'],
  form_submitted: ['form'],
  button_click: ['button', 'place', 'product'],
  auth_attempt: ['method', 'email_domain'],
  auth_success: ['method', 'email_domain', 'is_new_user'],
  auth_failure: ['method', 'email_domain', 'reason'],
  logout: ['scope'],
  profile_viewed: ['source'],
  error_occurred: [
    'error_type',
    'message',
    'stack',
    'url',
    'user_agent',
    'timestamp',
    'environment',
    'version',
    'stored_at',
    'request_id',
    'status',
  ],
  unhandled_query_error: ['message', 'stack', 'query_key', 'url', 'timestamp', 'stored_at'],
  admin_test_event: ['test_type', 'timestamp', 'environment'],
  purchase_completed: ['product', 'amount_tenge', 'currency', 'deposit_used'],
  message_delivery: ['kind', 'status', 'day'],
} as const satisfies Record<string, readonly string[]>

export type EventName = keyof typeof eventFields
type FieldValue = string | number | boolean | null
export type EventProperties<Name extends EventName> = {
  [Field in (typeof eventFields)[Name][number]]?: FieldValue | undefined
}

export function isEventName(name: string): name is EventName {
  return Object.hasOwn(eventFields, name)
}

/** The properties of a person: the sign-in method and the browser's language. */
export const personFields = ['locale', 'sign_in_method'] as const
export type PersonProperties = { [Field in (typeof personFields)[number]]?: string }

/** An error without anything that a person typed or answered. */
export type ReportedError = {
  type: ErrorType
  message: string
  stack?: string | undefined
  /** The first strings of the query key, without its parameters. */
  queryKey?: string | undefined
  /** The server's id of the failed request, as in its log. */
  requestId?: string | null
}
