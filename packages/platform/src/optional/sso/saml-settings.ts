import type { AuthContext } from '../../auth/auth-context.ts'

/**
 * SAML sign-in. Users must return within `relayStateValidity` seconds. `privateKey` (RSA, PEM)
 * signs requests and decrypts assertions. `enabled: false` refuses all calls like GoTrue.
 */
export type SamlSettings = {
  enabled: boolean
  relayStateValidity: number
  privateKey?: string
  allowEncryptedAssertions?: boolean
}

export type SamlContext = AuthContext & { saml: SamlSettings }
