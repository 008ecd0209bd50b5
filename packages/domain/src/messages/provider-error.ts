/** What kind of trouble a refusal is. The class alone decides what happens next (decide-send.ts). */
export type ProviderErrorClass =
  /** Passing trouble or too much at once. */
  | 'transient'
  /** Too many messages to this one person. */
  | 'pair_limit'
  /** WhatsApp's cap on marketing per person: an earlier retry is punished. */
  | 'marketing_cap'
  /** Free text outside the 24-hour window. */
  | 'window_closed'
  /** This person cannot be reached, now or later. */
  | 'recipient'
  /** The person asked WhatsApp itself to stop our messages. */
  | 'recipient_opted_out'
  /** Our message is wrong and stays wrong. */
  | 'payload'
  /** The template waits for the owner: not approved, paused or disabled. */
  | 'template'
  /** Token, permission, billing or account: nothing can be sent until the owner acts. */
  | 'account'

/** Error codes of the WhatsApp Cloud API, grouped as docs/integrations and Meta's error reference describe them. */
const codes: Record<ProviderErrorClass, readonly number[]> = {
  transient: [1, 2, 4, 80007, 130429, 131000, 131016, 131057, 133004],
  pair_limit: [131056],
  marketing_cap: [131049],
  window_closed: [131047],
  // Not on WhatsApp or its terms not accepted, blocked by us, our own number, in an experiment, not on a test number's list.
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
 * The class of a refusal, by its code; without a known code, by the HTTP status. Unknown trouble counts as
 * transient: it is retried a bounded number of times instead of losing a message.
 */
export function classifyProviderError(code: number | null, httpStatus: number | null): ProviderErrorClass {
  const known = code === null ? undefined : classByCode.get(code)
  if (known) return known
  if (code !== null && code >= 200 && code <= 299) return 'account'
  if (httpStatus === 401 || httpStatus === 403) return 'account'
  if (httpStatus === 400 && code === null) return 'payload'
  return 'transient'
}
