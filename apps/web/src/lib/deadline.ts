const readingMs = 10_000
const sendingMs = 20_000

/**
 * Returns the deadline of an answer, body included: a read can be asked for again, a write may be
 * on its way, so it waits longer.
 */
export function deadlineOf(method = 'GET', timeoutMs?: number): AbortSignal {
  const usualMs = method === 'GET' || method === 'HEAD' ? readingMs : sendingMs
  return endAfter(timeoutMs ?? usualMs)
}

/** `AbortSignal.timeout`, which iOS knows from 16 on. */
export function endAfter(ms: number): AbortSignal {
  const end = new AbortController()
  setTimeout(() => end.abort(timeout()), ms)
  return end.signal
}

function timeout(): DOMException {
  return new DOMException('signal timed out', 'TimeoutError')
}

/**
 * Settles as the promise does, or rejects with the signal's reason if that comes first: for calls
 * that take no signal.
 */
export function beforeEnd<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason ?? timeout()), { once: true })
    promise.then(resolve, reject)
  })
}

/** `fetch`, which fails as it does without a network once its deadline has passed. */
export const fetchInTime: typeof fetch = (input, init) =>
  fetch(input, { ...init, signal: combineSignals(deadlineOf(init?.method), init?.signal) })

/** Ends with the first of them. What `AbortSignal.any` does, which iOS knows from 17.4 on. */
export function combineSignals(deadline: AbortSignal, given: AbortSignal | null | undefined): AbortSignal {
  if (!given) return deadline
  const first = new AbortController()
  for (const signal of [deadline, given]) {
    if (signal.aborted) first.abort(signal.reason)
    signal.addEventListener('abort', () => first.abort(signal.reason), { once: true })
  }
  return first.signal
}
