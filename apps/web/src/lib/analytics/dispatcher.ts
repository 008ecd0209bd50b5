import { toErrorEvent, toErrorReport } from '@app/domain/analytics/error-event'
import type { ErrorType } from '@app/domain/analytics/error-event-schema'
import type { ReportedError } from '@app/domain/analytics/event-fields'
import { redactUrl } from '@app/domain/analytics/redact'
import type { KeyValueStore } from '#web/lib/browser-storage.ts'
import type { Analytics, Command } from './analytics.ts'
import type { AnalyticsClient } from './client.ts'
import { createCrashFilter } from './crashes.ts'
import { createErrorBuffer } from './error-buffer.ts'
import { createEventBuffer } from './event-buffer.ts'
import { createQuizEvents } from './quiz-events.ts'

type Dependencies = {
  store: KeyValueStore
  userAgent: string
  /** The start of the page load. */
  startedAt: Date
  url: () => string
  now: () => Date
  /** Called when buffered commands are released, because only then the client is needed. */
  onRelease?: () => void
}

const maxWaiting = 200

/**
 * Creates the dispatcher of commands. Until `setClient`, errors are buffered on the device and
 * other commands in memory; `event-buffer.ts` delays revealing ones.
 */
export function createDispatcher({
  store,
  userAgent,
  startedAt,
  url: currentUrl,
  now,
  onRelease,
}: Dependencies) {
  const buffer = createErrorBuffer(store)
  const quizEvents = createQuizEvents()
  const crashes = createCrashFilter()
  const hold = createEventBuffer(startedAt, (calls, retime, since) => {
    buffer.retime(since, retime)
    if (client) flush(client)
    calls.forEach(pass)
    onRelease?.()
  })
  let client: AnalyticsClient | null = null
  let waiting: Command[] = []

  function carryOut(call: Command): void {
    if (call.method === 'trackError') trackError(call.args[0], call)
    else if (!hold.keeps(call)) pass(call)
  }

  function pass(call: Command): void {
    if (client) tell(client, call)
    else if (waiting.length < maxWaiting) waiting.push(call)
  }

  function trackError(error: ReportedError, { at, url }: Command): void {
    if (!crashes.isNew(error, at)) return
    const report = toErrorReport(error, { url, userAgent, at })
    // A failing provider is told of nothing: its own errors wait for a visit on which it works.
    if (!client || hold.isHolding() || error.type.startsWith('posthog_')) {
      buffer.add(report, now())
      return
    }
    const { name, properties } = toErrorEvent(report)
    attempt('posthog_capture_failed', () => client?.capture(name, properties, at))
  }

  function tell(ready: AnalyticsClient, call: Command): void {
    switch (call.method) {
      case 'track':
        tracking(ready, call)(...call.args)
        break
      case 'quiz':
        quizEvents(tracking(ready, call), ...call.args, call.at)
        break
      case 'identify':
        attempt('posthog_identify_failed', () => ready.identify(call.args[0], call.args[1] ?? {}))
        break
      case 'setPersonProperties':
        attempt('posthog_identify_failed', () => ready.setPersonProperties(call.args[0]))
        break
      case 'reset':
        attempt('posthog_identify_failed', () => ready.reset())
        break
      case 'flushLocalErrors':
        flush(ready)
    }
  }

  /** Tracks as of the moment of a call: the page may have changed since, and the library would name today's. */
  function tracking(ready: AnalyticsClient, { at, url }: Command): Analytics['track'] {
    const address = { $current_url: redactUrl(url), $pathname: redactUrl(new URL(url).pathname) }
    return (event, properties = {}) =>
      attempt('posthog_capture_failed', () => ready.capture(event, { ...properties, ...address }, at))
  }

  function flush(ready: AnalyticsClient): void {
    for (const report of buffer.takeAll()) {
      const { name, properties } = toErrorEvent(report)
      attempt('posthog_capture_failed', () => ready.capture(name, properties, new Date(report.timestamp)))
    }
  }

  function attempt(type: ErrorType, action: () => void): void {
    try {
      action()
    } catch (error) {
      fail(type, error)
    }
  }

  /** Buffers a provider's error for a later visit. */
  function fail(type: ErrorType, error: unknown): void {
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    const report = toErrorReport({ type, message, stack }, { url: currentUrl(), userAgent, at: now() })
    buffer.add(report, now())
  }

  return {
    carryOut,
    fail,
    isHolding: hold.isHolding,
    /** The page is closing or hidden, so all is released. */
    letGo: hold.letGo,
    /** The provider is ready: what waited is carried out, errors first, since they happened earlier. */
    setClient(ready: AnalyticsClient): void {
      client = ready
      if (!hold.isHolding()) flush(ready)
      const calls = waiting
      waiting = []
      for (const call of calls) tell(ready, call)
    },
    /** Forgets what waits, on the device too. */
    forget(): void {
      hold.forget()
      waiting = []
      buffer.takeAll()
    },
  }
}
