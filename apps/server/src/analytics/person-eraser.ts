import type { ErasingSettings } from '../config/analytics.ts'

export type PersonEraser = {
  /** Deletes the persons known by these ids with their events. Throws when the provider does not agree. */
  erase: (distinctIds: readonly string[]) => Promise<void>
}

const timeoutMs = 20_000

/** PostHog's private interface, by a personal key: https://posthog.com/docs/privacy/data-deletion */
export function posthogEraser(
  { appHost, projectId, key }: ErasingSettings,
  call: typeof fetch,
): PersonEraser {
  return {
    async erase(distinctIds) {
      const response = await call(`${appHost}/api/projects/${projectId}/persons/bulk_delete/`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ distinct_ids: distinctIds, delete_events: true }),
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (!response.ok) throw new Error(`the analytics provider answered ${response.status} to an erasure`)
    },
  }
}
