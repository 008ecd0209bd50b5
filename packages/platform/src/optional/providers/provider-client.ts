import { allowInsecureRequests, Configuration, discovery, type ServerMetadata } from 'openid-client'
import { AuthError, validationFailed } from '../../auth/auth-errors.ts'
import { githubServer } from './github.ts'
import type { ProviderSettings, ProvidersContext } from './provider-settings.ts'

const discovered = new WeakMap<ProviderSettings, Promise<Configuration>>()

/** Google's addresses, so that a sign-in there begins without a question to it first. */
const google: ServerMetadata = {
  issuer: 'https://accounts.google.com',
  authorization_endpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
  token_endpoint: 'https://oauth2.googleapis.com/token',
  userinfo_endpoint: 'https://openidconnect.googleapis.com/v1/userinfo',
  jwks_uri: 'https://www.googleapis.com/oauth2/v3/certs',
}

/** Issuers of known providers. */
const knownIssuers: Readonly<Record<string, string>> = {
  apple: 'https://appleid.apple.com',
  facebook: 'https://www.facebook.com',
  google: google.issuer,
  kakao: 'https://kauth.kakao.com',
}

/** A provider of the settings, or an error in GoTrue's words. */
export function getProvider({ providers }: ProvidersContext, name: string): ProviderSettings {
  const provider = Object.hasOwn(providers.sites, name) ? providers.sites[name] : undefined
  if (!provider) throw validationFailed('Unsupported provider: provider is not enabled')
  return provider
}

/** A provider whose tokens are taken, or an error that names the issuer as GoTrue's does. */
export function getTokenProvider(context: ProvidersContext, name: string): ProviderSettings {
  if (Object.hasOwn(context.providers.sites, name)) return getProvider(context, name)
  const issuer = Object.hasOwn(knownIssuers, name) ? knownIssuers[name] : undefined
  if (issuer === undefined) throw validationFailed(`Custom OIDC provider ${JSON.stringify(name)} not allowed`)
  throw new AuthError(400, 'provider_disabled', `Provider (issuer ${JSON.stringify(issuer)}) is not enabled`)
}

/**
 * Reads a provider's metadata (OpenID Connect Discovery); asked once, and again after a failure.
 */
export async function discover(provider: ProviderSettings): Promise<Configuration> {
  const known = discovered.get(provider)
  if (known) return known
  const issuer = new URL(provider.issuer)
  const [clientId = ''] = provider.clientIds
  if (provider.issuer === google.issuer) return new Configuration(google, clientId, provider.secret)
  if (provider.speaks === 'github') {
    const configuration = new Configuration(githubServer(provider), clientId, provider.secret)
    if (issuer.protocol === 'http:') allowInsecureRequests(configuration)
    return configuration
  }
  const asked = discovery(issuer, clientId, provider.secret, undefined, {
    timeout: 10,
    // Only for an issuer whose settings use http, such as a local one.
    execute: issuer.protocol === 'http:' ? [allowInsecureRequests] : [],
  }).catch(() => {
    discovered.delete(provider)
    throw new AuthError(503, 'unexpected_failure', 'The provider does not answer')
  })
  discovered.set(provider, asked)
  return asked
}

/** Returns the address that the provider sends people back to. */
export function callbackUrl({ settings }: ProvidersContext, provider: ProviderSettings): string {
  return provider.redirectUri ?? `${settings.externalUrl}/auth/v1/callback`
}
