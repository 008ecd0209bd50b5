/** One attempt to notify the shop. */
export type CallbackAttempt = { at: string; status: number | null; answer: string; accepted: boolean }

export type NotifierSettings = {
  send: typeof fetch
  /** The pauses between attempts; the number of pauses limits the number of attempts. */
  retryAfterMs?: readonly number[]
  now?: () => Date
}

const second = 1000
const defaultRetryDelays = [second, 5 * second, 30 * second, 2 * 60 * second, 10 * 60 * second]
const timeoutMs = 10 * second

/**
 * Creates a notifier that posts to ResultURL until the shop answers `OK` and the invoice number,
 * with growing pauses.
 */
export function createNotifier({
  send,
  retryAfterMs = defaultRetryDelays,
  now = () => new Date(),
}: NotifierSettings) {
  const waiting = new Set<NodeJS.Timeout>()

  async function attempt(url: string, form: URLSearchParams): Promise<CallbackAttempt> {
    const expected = `OK${form.get('InvId')}`
    const at = now().toISOString()
    try {
      const response = await send(url, { method: 'POST', body: form, signal: AbortSignal.timeout(timeoutMs) })
      const answer = (await response.text()).slice(0, 60)
      return { at, status: response.status, answer, accepted: response.ok && answer.trim() === expected }
    } catch {
      return { at, status: null, answer: '', accepted: false }
    }
  }

  async function tell(
    url: string,
    form: URLSearchParams,
    report: (callback: CallbackAttempt) => void,
    tries = 0,
  ) {
    const callback = await attempt(url, form)
    report(callback)
    const pause = retryAfterMs[tries]
    if (callback.accepted || pause === undefined) return
    const timer = setTimeout(() => {
      waiting.delete(timer)
      void tell(url, form, report, tries + 1)
    }, pause)
    timer.unref()
    waiting.add(timer)
  }

  return {
    /** Resolves after the first attempt; the others follow by themselves. */
    tell: (url: string, form: URLSearchParams, report: (callback: CallbackAttempt) => void) =>
      tell(url, form, report),
    attempts: retryAfterMs.length + 1,
    close() {
      for (const timer of waiting) clearTimeout(timer)
      waiting.clear()
    },
  }
}

export type Notifier = ReturnType<typeof createNotifier>
