import { z } from 'zod'
import { address, text } from './environment.ts'

/**
 * The way the provider is asked to forget people: its private interface, which wants a personal
 * key.
 */
export type ErasingSettings = { appHost: string; projectId: string; key: string }

export type AnalyticsSettings = {
  /** `sandbox`: the same client against the simulated provider. */
  kind: 'off' | 'sandbox' | 'posthog'
  /** The project's key, which pages carry and which is no secret; null when nothing is counted. */
  key: string | null
  host: string
  /** Null when the provider's API has no key, so that deleted accounts are not reported. */
  erasing: ErasingSettings | null
}

const common = { SITE_URL: address, METRICS_TOKEN: text.min(16).optional() }
const posthogHost = address.prefault('https://us.i.posthog.com')

/** `SITE_URL` is the address of the simulated provider. */
export const analyticsSchema = z
  .discriminatedUnion('ANALYTICS', [
    z.object({ ANALYTICS: z.literal('off'), ...common, POSTHOG_HOST: posthogHost }),
    z.object({ ANALYTICS: z.literal('sandbox'), ...common }),
    z.object({
      ANALYTICS: z.literal('posthog'),
      ...common,
      POSTHOG_KEY: text,
      POSTHOG_HOST: posthogHost,
      POSTHOG_PERSONAL_KEY: text.optional(),
      POSTHOG_PROJECT_ID: z.string().regex(/^\d+$/, 'must be digits').optional(),
      POSTHOG_APP_HOST: address.prefault('https://us.posthog.com'),
    }),
  ])
  .transform((env): { posthog: AnalyticsSettings; metricsToken: string | null } => ({
    posthog: toAnalytics(env),
    metricsToken: env.METRICS_TOKEN ?? null,
  }))

type Environment =
  | { ANALYTICS: 'off'; POSTHOG_HOST: string }
  | { ANALYTICS: 'sandbox'; SITE_URL: string }
  | {
      ANALYTICS: 'posthog'
      POSTHOG_KEY: string
      POSTHOG_HOST: string
      POSTHOG_PERSONAL_KEY?: string | undefined
      POSTHOG_PROJECT_ID?: string | undefined
      POSTHOG_APP_HOST: string
    }

function toAnalytics(env: Environment): AnalyticsSettings {
  switch (env.ANALYTICS) {
    case 'off':
      return { kind: 'off', key: null, host: env.POSTHOG_HOST, erasing: null }
    case 'sandbox': {
      const host = `${env.SITE_URL}/sandbox/analytics`
      const erasing = { appHost: host, projectId: '1', key: 'phx_sandbox' }
      return { kind: 'sandbox', key: 'phc_sandbox', host, erasing }
    }
    case 'posthog':
      return { kind: 'posthog', key: env.POSTHOG_KEY, host: env.POSTHOG_HOST, erasing: toErasing(env) }
  }
}

function toErasing(env: Extract<Environment, { ANALYTICS: 'posthog' }>): ErasingSettings | null {
  const { POSTHOG_PERSONAL_KEY: key, POSTHOG_PROJECT_ID: projectId, POSTHOG_APP_HOST: appHost } = env
  return key && projectId ? { appHost, projectId, key } : null
}
