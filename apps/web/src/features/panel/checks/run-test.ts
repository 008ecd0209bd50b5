import { failedOutcome, messageOf, type Outcome } from './outcome.ts'
import { withLimit } from './with-limit.ts'

export type TestRun = {
  /** What a failure is called that the test does not judge itself. */
  failure: string
  /** Says such a failure aloud, and under this name instead. */
  alert?: (message: string) => string
  limitMs?: number
}

/**
 * Runs one test to its outcome: a throw and a limit that is over are failures, and it never rejects. Null when `signal`, the
 * person's, has ended it: that says nothing about what was tested, whatever the test made of it.
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
