const readingMs = 10_000
const sendingMs = 20_000

/**
 * Returns how long an answer is waited for, body and all: what is only read can be asked for again,
 * what is sent may be on its way.
 */
export function deadlineOf(method = 'GET', timeoutMs?: number): AbortSignal {
  const usualMs = method === 'GET' || method === 'HEAD' ? readingMs : sendingMs
  return AbortSignal.timeout(timeoutMs ?? usualMs)
}

/**
 * Returns what is promised, or the signal's reason once that comes first: for calls that take no
 * signal.
 */
export function beforeEnd<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    promise.then(resolve, reject)
  })
}

/** `fetch`, which fails as it does without a network once its deadline has passed. */
export const fetchInTime: typeof fetch = (input, init) =>
  fetch(input, { ...init, signal: eitherOf(deadlineOf(init?.method), init?.signal) })

/** Ends with the first of them. What `AbortSignal.any` does, which iOS knows from 17.4 on. */
export function eitherOf(deadline: AbortSignal, given: AbortSignal | null | undefined): AbortSignal {
  if (!given) return deadline
  const first = new AbortController()
  for (const signal of [deadline, given]) {
    if (signal.aborted) first.abort(signal.reason)
    signal.addEventListener('abort', () => first.abort(signal.reason), { once: true })
  }
  return first.signal
}
