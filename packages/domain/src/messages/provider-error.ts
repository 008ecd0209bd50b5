/** The kinds of refusal. The kind alone decides the reaction (`decide-send.ts`). */
export type ProviderErrorClass =
  /** Temporary trouble or a rate limit. */
  | 'transient'
  /** Too many messages to this person. */
  | 'pair_limit'
  /** WhatsApp's marketing limit for each person, which penalizes early retries. */
  | 'marketing_cap'
  /** Free text outside the 24-hour window. */
  | 'window_closed'
  /** The person can never be reached. */
  | 'recipient'
  /** The person opted out inside WhatsApp. */
  | 'recipient_opted_out'
  /** The message itself is invalid. */
  | 'payload'
  /** The template is not approved, paused or disabled. */
  | 'template'
  /**
   * A problem with the token, the permissions, billing or the account, which the owner must solve.
   */
  | 'account'

/**
 * Error codes of the WhatsApp Cloud API, grouped by docs/integrations and Meta's error reference.
 */
const codes: Record<ProviderErrorClass, readonly number[]> = {
  transient: [1, 2, 4, 80007, 130429, 131000, 131016, 131057, 133004],
  pair_limit: [131056],
  marketing_cap: [131049],
  window_closed: [131047],
  // No WhatsApp account, terms not accepted, blocked, own number, in an experiment, or not on a
  // test number's list.
  recipient: [131026, 130403, 131021, 130472, 131030],
  recipient_opted_out: [131050],
  payload: [100, 131008, 131009, 131051, 131052, 131053, 132000, 132005, 132012, 132018],
  template: [132001, 132007, 132015, 132016, 132068, 132069],
  account: [0, 3, 10, 190, 368, 131031, 131042, 131045, 133010, 133016, 131048, 130497, 131064],
}

const classByCode = new Map(
  Object.entries(codes).flatMap(([errorClass, list]) =>
    list.map((code) => [code, errorClass as ProviderErrorClass] as const),
  ),
)

/**
 * Classifies a refusal by its code, or else by the HTTP status. Unknown errors count as transient,
 * so that the message is retried.
 */
export function classifyProviderError(code: number | null, httpStatus: number | null): ProviderErrorClass {
  const known = code === null ? undefined : classByCode.get(code)
  if (known) return known
  if (code !== null && code >= 200 && code <= 299) return 'account'
  if (httpStatus === 401 || httpStatus === 403) return 'account'
  if (httpStatus === 400 && code === null) return 'payload'
  return 'transient'
}
