import type { ClientConfig } from '@app/contracts/client-config'
import type { Settings } from './config.ts'

/** What pages may know of this installation; nothing in it is secret. */
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
    whatsapp: settings.whatsapp.kind !== 'off',
    posthogKey: settings.posthog.key,
    posthogHost: settings.posthog.host,
    owner: settings.owner,
  }
}

/**
 * Whether the sandbox shows codes of the second factor. Whoever reads its mails signs in as anybody already; the keys of
 * a sign-in service that is hosted elsewhere are not ours to show.
 */
export function hasSandboxAuthenticator({ mail, backend }: Pick<Settings, 'mail' | 'backend'>): boolean {
  return mail.kind === 'sandbox' && backend.mode !== 'supabase'
}
