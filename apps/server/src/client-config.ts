import type { ClientConfig } from '@app/contracts/client-config'
import { hasSandboxAuthenticator } from './config/sandbox-authenticator.ts'
import type { Settings } from './config.ts'

/** Returns the settings that pages may know; nothing in it is secret. */
export function clientConfig(
  settings: Settings,
  supabase: { url: string; publishableKey: string },
): ClientConfig {
  const { siteUrl, apiPrefix, apiUrl } = settings.http
  return {
    supabaseUrl: supabase.url,
    supabaseKey: supabase.publishableKey,
    apiUrl: apiUrl ?? apiPrefix,
    ownApiUrl: apiPrefix,
    siteUrl,
    environment: settings.environment,
    sandboxAuthenticator: hasSandboxAuthenticator(settings),
    codePauseSeconds: settings.limits.mailIntervalSeconds,
    whatsapp: settings.whatsapp.kind !== 'off',
    payments: settings.payments.kind !== 'off',
    posthogKey: settings.posthog.key,
    posthogHost: settings.posthog.host,
    owner: settings.owner,
  }
}
