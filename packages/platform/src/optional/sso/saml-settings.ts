import type { AuthContext } from '../../auth/auth-context.ts'

/**
 * People of companies may sign in at their company; they have `relayStateValidity` seconds to come back. Requests are signed
 * with `privateKey`, an RSA key in PEM, if there is one; it opens assertions too where encrypted ones are allowed. With
 * `enabled` false every call is refused as GoTrue refuses it.
 */
export type SamlSettings = {
  enabled: boolean
  relayStateValidity: number
  privateKey?: string
  allowEncryptedAssertions?: boolean
}

export type SamlContext = AuthContext & { saml: SamlSettings }
