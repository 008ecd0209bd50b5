import { cleanEvent } from '@app/domain/analytics/clean-event'
import type { AnalyticsSettings } from '../config/analytics.ts'

/** An analytics event of the server. */
export type ServerEvent = {
  id: string
  name: string
  distinctId: string
  isUser: boolean
  at: Date
  properties: Record<string, unknown>
}

export type EventGateway = {
  /** True when analytics is on. */
  isOn: boolean
  /** Hands events over. Throws when the provider does not take them; `BatchRefusedError` when it never will. */
  send: (events: readonly ServerEvent[]) => Promise<void>
}

/** The provider has read the events and does not want them: sent again they are refused again. */
export class BatchRefusedError extends Error {
  override name = 'BatchRefusedError'
}

const timeoutMs = 10_000

/** PostHog's batch endpoint: https://posthog.com/docs/api/capture */
export function posthogGateway(
  { key, host }: Pick<AnalyticsSettings, 'key' | 'host'>,
  call: typeof fetch,
): EventGateway {
  return {
    isOn: key !== null,
    async send(events) {
      if (key === null || events.length === 0) return
      const response = await call(`${host}/batch/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ api_key: key, batch: events.flatMap(toWire) }),
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (response.ok) return
      const { status } = response
      const message = `the analytics provider answered ${status}`
      const isFinal = status >= 400 && status < 500 && status !== 429
      throw isFinal ? new BatchRefusedError(message) : new Error(message)
    },
  }
}

function toWire({ id, name, distinctId, isUser, at, properties }: ServerEvent) {
  const cleaned = cleanEvent({
    event: name,
    properties: {
      ...properties,
      $lib: 'server',
      // The sending address is the server's own.
      $geoip_disable: true,
      $process_person_profile: isUser,
    },
  })
  return cleaned ? [{ ...cleaned, uuid: id, distinct_id: distinctId, timestamp: at.toISOString() }] : []
}
