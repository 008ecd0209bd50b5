import { randomUUID } from 'node:crypto'
import { toErrorReport } from '@app/domain/analytics/error-event'
import type { ErrorDescription } from '../http/describe-error.ts'
import { BatchRefusedError, type EventGateway, type ServerEvent } from './event-gateway.ts'

/** The origin of an error: a route pattern with its request, or a job. */
type ErrorSource = { place: string; requestId: string | null; status: number | null }

export type ErrorReporter = {
  /** Notes an error to be told soon. Never throws and never waits. */
  report: (error: ErrorDescription, place: ErrorSource) => void
  /** Sends the queued errors. Never rejects. */
  flush: () => Promise<void>
}

const flushAfterMs = 3_000
/** Retries after a failure of the provider. */
const retryAfterMs = 30_000
/** A server that fails at everything says so a hundred times, not a million. */
const maxQueuedErrors = 100
/** A frequent error must not displace rare ones. */
const maxErrorsPerSource = 20

/**
 * Reports server errors to analytics. The queue is in memory, because the database may be the
 * cause, and the log has all errors anyway.
 */
export function createErrorReporter(
  gateway: EventGateway,
  now: () => Date = () => new Date(),
): ErrorReporter {
  let waiting: ServerEvent[] = []
  let timer: NodeJS.Timeout | null = null

  /**
   * Failed events stay queued under the same ids. Rejected ones are dropped, so that they do not
   * block others.
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

  /** Drops the oldest errors when there are too many. */
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
