import { randomUUID } from 'node:crypto'
import { toErrorReport } from '@app/domain/analytics/error-event'
import type { ErrorDescription } from '../http/describe-error.ts'
import { BatchRefusedError, type EventGateway, type ServerEvent } from './event-gateway.ts'

/** Where an error came up: a route's pattern and its request, or a job. */
type ErrorSource = { place: string; requestId: string | null; status: number | null }

export type ErrorReporter = {
  /** Notes an error to be told soon. Never throws and never waits. */
  report: (error: ErrorDescription, place: ErrorSource) => void
  /** Tells what was noted. Never rejects. */
  flush: () => Promise<void>
}

const flushAfterMs = 3_000
/** A provider that was away is tried again then, whether or not anything else happens. */
const retryAfterMs = 30_000
/** A server that fails at everything says so a hundred times, not a million. */
const maxQueuedErrors = 100
/** And what fails all the time in one place must not drown what fails once in another. */
const maxErrorsPerSource = 20

/**
 * Tells analytics of errors in the server. Kept in memory only: what the database could not take must not need the
 * database, and the log has every error anyway.
 */
export function createErrorReporter(
  gateway: EventGateway,
  now: () => Date = () => new Date(),
): ErrorReporter {
  let waiting: ServerEvent[] = []
  let timer: NodeJS.Timeout | null = null

  /**
   * A provider that is away or slow finds them again the next time, under the same ids. What it refuses is dropped, or one
   * bad event would keep all others back for good.
   */
  async function flush(): Promise<void> {
    if (timer) clearTimeout(timer)
    timer = null
    const events = waiting
    waiting = []
    await gateway.send(events).catch((error: unknown) => {
      if (error instanceof BatchRefusedError) return
      keep([...events, ...waiting])
      timer ??= setTimeout(flush, retryAfterMs).unref()
    })
  }

  /** Of too many the oldest go: they tell least of what is wrong now. */
  function keep(events: ServerEvent[]): void {
    waiting = events.slice(-maxQueuedErrors)
  }

  const isFull = (place: string) =>
    waiting.filter(({ properties }) => properties.url === place).length >= maxErrorsPerSource

  return {
    report(error, place) {
      if (!gateway.isOn) return
      const event = toEvent(error, place, now())
      if (isFull(String(event.properties.url))) return
      keep([...waiting, event])
      timer ??= setTimeout(flush, flushAfterMs).unref()
    },
    flush,
  }
}

function toEvent(error: ErrorDescription, { place, requestId, status }: ErrorSource, at: Date): ServerEvent {
  const { name, code, message = name, stack } = error
  const report = toErrorReport(
    { type: 'server_error', message: code ? `${message} (${code})` : message, stack, requestId },
    { url: place, userAgent: 'server', at },
  )
  return {
    id: randomUUID(),
    name: 'error_occurred',
    distinctId: 'server',
    isUser: false,
    at,
    properties: { ...report, ...(status !== null && { status }) },
  }
}
