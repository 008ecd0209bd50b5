import { failedOutcome, messageOf, type Outcome } from './outcome.ts'
import { withLimit } from './with-limit.ts'

export type TestRun = {
  /** The label of unexpected failures. */
  failure: string
  /** Says such a failure aloud, and under this name instead. */
  alert?: (message: string) => string
  limitMs?: number
}

/**
 * Runs a test and never rejects; errors and timeouts are failures. Resolves to null when `signal`
 * was aborted.
 */
export async function runTest(
  action: (signal: AbortSignal) => Promise<Outcome>,
  { failure, alert, limitMs }: TestRun,
  signal: AbortSignal,
): Promise<Outcome | null> {
  try {
    const outcome = await withLimit(action, { signal, ...(limitMs !== undefined && { limitMs }) })
    return signal.aborted ? null : outcome
  } catch (error) {
    if (signal.aborted) return null
    if (!alert) return failedOutcome(failure, error)
    const outcome = failedOutcome(alert(messageOf(error)), error)
    return { ...outcome, alert: outcome.message }
  }
}
