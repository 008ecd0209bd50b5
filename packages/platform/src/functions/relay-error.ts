/** The relay's own errors, in Supabase's words. */
const relayRefusals = {
  NOT_FOUND: [404, 'Requested function was not found'],
  BAD_REQUEST: [400, 'The request could not be read'],
  TOO_MANY_REQUESTS: [429, 'Request rate limit reached'],
  BOOT_ERROR: [503, 'Worker failed to boot (please check logs)'],
  WORKER_ERROR: [500, 'Function exited due to an error'],
  IDLE_TIMEOUT: [504, 'Function did not respond in time (please check logs)'],
} as const satisfies Record<string, readonly [number, string]>

type RelayCode = keyof typeof relayRefusals

/** A call that no function answers. The cause is for the log alone. */
export class RelayError extends Error {
  readonly code: RelayCode
  readonly statusCode: number

  constructor(code: RelayCode, cause?: unknown) {
    super(relayRefusals[code][1], { cause })
    this.code = code
    this.statusCode = relayRefusals[code][0]
  }
}
