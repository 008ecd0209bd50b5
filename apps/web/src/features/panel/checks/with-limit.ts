import { panelTexts } from '@app/content/ru/ui/panel'
import { combineSignals } from '#web/lib/deadline.ts'

/** The time that a test, and a request of one, may take. */
export const testLimitMs = 20_000

type Limits = { signal?: AbortSignal; limitMs?: number }

/**
 * Rejects with the panel's error when the work exceeds the limit or `signal` aborts, even if the
 * work ignores the signal.
 */
export async function withLimit<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { signal, limitMs = testLimitMs }: Limits = {},
): Promise<T> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(new Error(panelTexts.test.timedOut(limitMs / 1000))), limitMs)
  const ended = combineSignals(limit.signal, signal)
  try {
    if (ended.aborted) throw ended.reason
    return await Promise.race([work(ended), rejectOnAbort(ended)])
  } finally {
    clearTimeout(timer)
  }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
