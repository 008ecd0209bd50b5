import { failedOutcome, messageOf, type Outcome } from './outcome.ts'
import { withLimit } from './with-limit.ts'

export type TestRun = {
  /** What a failure is called that the test does not judge itself. */
  failure: string
  /** Says such a failure aloud, and under this name instead. */
  alert?: (message: string) => string
  limitMs?: number
}

/** Runs one test to its outcome: a throw, a limit that is over and `signal` are failures, and it never rejects. */
export async function runTest(
  action: (signal: AbortSignal) => Promise<Outcome>,
  { failure, alert, limitMs }: TestRun,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    return await withLimit(action, { signal, ...(limitMs !== undefined && { limitMs }) })
  } catch (error) {
    if (!alert) return failedOutcome(failure, error)
    const outcome = failedOutcome(alert(messageOf(error)), error)
    // Whoever ended it themselves need not be told aloud.
    return signal.aborted ? outcome : { ...outcome, alert: outcome.message }
  }
}
