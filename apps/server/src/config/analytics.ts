import { z } from 'zod'
import { address, text } from './environment.ts'

export type AnalyticsSettings = {
  /** `sandbox`: the same client against the stand-in this server brings along. */
  kind: 'off' | 'sandbox' | 'posthog'
  /** The project's key, which pages carry and which is no secret; null when nothing is counted. */
  key: string | null
  host: string
}

const common = { SITE_URL: address, METRICS_TOKEN: text.min(16).optional() }
const posthogHost = address.prefault('https://us.i.posthog.com')

/** `SITE_URL` is where the sandbox's stand-in is reached. */
export const analyticsSchema = z
  .discriminatedUnion('ANALYTICS', [
    z.object({ ANALYTICS: z.literal('off'), ...common, POSTHOG_HOST: posthogHost }),
    z.object({ ANALYTICS: z.literal('sandbox'), ...common }),
    z.object({ ANALYTICS: z.literal('posthog'), ...common, POSTHOG_KEY: text, POSTHOG_HOST: posthogHost }),
  ])
  .transform((env): { posthog: AnalyticsSettings; metricsToken: string | null } => ({
    posthog: toAnalytics(env),
    metricsToken: env.METRICS_TOKEN ?? null,
  }))

type Environment =
  | { ANALYTICS: 'off'; POSTHOG_HOST: string }
  | { ANALYTICS: 'sandbox'; SITE_URL: string }
  | { ANALYTICS: 'posthog'; POSTHOG_KEY: string; POSTHOG_HOST: string }

function toAnalytics(env: Environment): AnalyticsSettings {
  switch (env.ANALYTICS) {
    case 'off':
      return { kind: 'off', key: null, host: env.POSTHOG_HOST }
    case 'sandbox':
      return { kind: 'sandbox', key: 'phc_sandbox', host: `${env.SITE_URL}/sandbox/analytics` }
    case 'posthog':
      return { kind: 'posthog', key: env.POSTHOG_KEY, host: env.POSTHOG_HOST }
  }
}
