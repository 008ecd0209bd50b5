import type { AuthContext } from '../../auth/auth-context.ts'

/** A sign-in provider. */
export type ProviderSettings = {
  /** `openid` by default. */
  speaks?: 'openid' | 'github'
  issuer: string
  /** The first is ours at the provider; tokens made for the others, such as an app's, are taken too. */
  clientIds: readonly string[]
  secret: string
  /** Defaults to `${externalUrl}/auth/v1/callback`. */
  redirectUri?: string
  skipNonceCheck?: boolean
}

export type ProvidersSettings = {
  /** Sites people may sign in at, by the name clients use for them. */
  sites: Readonly<Record<string, ProviderSettings>>
  /** True when users may link and unlink identities. */
  manualLinking: boolean
}

export type ProvidersContext = AuthContext & { providers: ProvidersSettings }
