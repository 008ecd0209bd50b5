import { toErrorEvent, toErrorReport } from '@app/domain/analytics/error-event'
import type { ErrorType } from '@app/domain/analytics/error-event-schema'
import type { ReportedError } from '@app/domain/analytics/event-fields'
import { redactUrl } from '@app/domain/analytics/redact'
import type { KeyValueStore } from '#web/lib/browser-storage.ts'
import type { Call } from './analytics.ts'
import type { AnalyticsClient } from './client.ts'
import { openErrorBuffer } from './error-buffer.ts'

type Surroundings = { store: KeyValueStore; userAgent: string; url: () => string; now: () => Date }

const mostWaiting = 200

/**
 * Carries out what analytics is asked, in the order it was asked. Until `setClient`, errors go to the buffer on
 * the device and everything else waits in memory.
 */
export function openCarryOut({ store, userAgent, url: currentUrl, now }: Surroundings) {
  const buffer = openErrorBuffer(store)
  let client: AnalyticsClient | null = null
  let waiting: Call[] = []

  function carryOut(call: Call): void {
    if (call.ask.what === 'trackError') trackError(call.ask.error, call)
    else if (client) tell(client, call)
    else if (waiting.length < mostWaiting) waiting.push(call)
  }

  function trackError(error: ReportedError, { at, url }: Call): void {
    const report = toErrorReport(error, { url, userAgent, at })
    // A failing provider is told of nothing: its own errors wait for a visit on which it works.
    if (!client || error.type.startsWith('posthog_')) {
      buffer.add(report, now())
      return
    }
    const { name, properties } = toErrorEvent(report)
    attempt('posthog_capture_failed', client, (ready) => ready.capture(name, properties, at))
  }

  function tell(ready: AnalyticsClient, { ask, at, url }: Call): unknown {
    switch (ask.what) {
      case 'track': {
        // The page may have changed since; the library would name the one of now.
        const address = { $current_url: redactUrl(url), $pathname: redactUrl(new URL(url).pathname) }
        return attempt('posthog_capture_failed', ready, ({ capture }) =>
          capture(ask.event, { ...ask.properties, ...address }, at),
        )
      }
      case 'identify':
        return attempt('posthog_identify_failed', ready, ({ identify }) =>
          identify(ask.userId, ask.properties),
        )
      case 'setPersonProperties':
        return attempt('posthog_identify_failed', ready, ({ setPersonProperties }) =>
          setPersonProperties(ask.properties),
        )
      case 'reset':
        return attempt('posthog_identify_failed', ready, ({ reset }) => reset())
      case 'flushLocalErrors':
        return flush(ready)
    }
  }

  function flush(ready: AnalyticsClient): void {
    for (const report of buffer.takeAll()) {
      const { name, properties } = toErrorEvent(report)
      const isSent = attempt('posthog_capture_failed', ready, ({ capture }) =>
        capture(name, properties, new Date(report.timestamp)),
      )
      if (!isSent) buffer.add(report, now())
    }
  }

  function attempt(
    type: ErrorType,
    ready: AnalyticsClient,
    action: (client: AnalyticsClient) => void,
  ): boolean {
    try {
      action(ready)
      return true
    } catch (error) {
      fail(type, error)
      return false
    }
  }

  /** Keeps an error of the provider itself for a later visit. */
  function fail(type: ErrorType, error: unknown): void {
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    const report = toErrorReport({ type, message, stack }, { url: currentUrl(), userAgent, at: now() })
    buffer.add(report, now())
  }

  return {
    carryOut,
    fail,
    /** The provider is ready: what waited is carried out, errors first, since they happened earlier. */
    setClient(ready: AnalyticsClient): void {
      client = ready
      flush(ready)
      const calls = waiting
      waiting = []
      for (const call of calls) tell(ready, call)
    },
    /** Forgets what waits, on the device too. */
    forget(): void {
      waiting = []
      buffer.takeAll()
    },
  }
}
