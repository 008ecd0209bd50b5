import { createPrivateKey } from 'node:crypto'
import {
  type CacheProvider,
  generateServiceProviderMetadata,
  SAML,
  ValidateInResponseTo,
} from '@node-saml/node-saml'
import type { ResolvedSettings } from '../../resolve-settings.ts'
import { parseIdpMetadata } from './saml-metadata.ts'
import { selfSigned } from './self-signed.ts'
import type { SsoProvider } from './sso-providers.ts'

/** Our side of SAML: the addresses companies enter at their provider. */
export function samlAddresses({ externalUrl }: ResolvedSettings): { entityId: string; acsUrl: string } {
  return {
    entityId: `${externalUrl}/auth/v1/sso/saml/metadata`,
    acsUrl: `${externalUrl}/auth/v1/sso/saml/acs`,
  }
}

/** The library set up for one company. With a request id it takes answers to that request and no others. */
export function serviceProvider(
  settings: ResolvedSettings,
  provider: SsoProvider,
  requestId: string | null,
): SAML {
  const { entityId, acsUrl } = samlAddresses(settings)
  const { signInUrl, certificates } = parseIdpMetadata(provider.metadataXml)
  return new SAML({
    issuer: entityId,
    callbackUrl: acsUrl,
    audience: entityId,
    entryPoint: signInUrl,
    idpCert: certificates,
    // Either signature covers the assertion; one with neither is refused.
    wantAuthnResponseSigned: false,
    wantAssertionsSigned: false,
    disableRequestedAuthnContext: true,
    identifierFormat: provider.nameIdFormat ?? 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    acceptedClockSkewMs: 60_000,
    validateInResponseTo: requestId === null ? ValidateInResponseTo.never : ValidateInResponseTo.always,
    cacheProvider: knownRequest(requestId),
    ...(requestId === null ? {} : { generateUniqueId: () => requestId }),
    ...ownKeys(settings),
  })
}

/** What companies are told of us: our addresses, and our key, if we have one, in a certificate. */
export function ownMetadata(settings: ResolvedSettings): string {
  const { entityId, acsUrl } = samlAddresses(settings)
  const { privateKey, decryptionPvk } = ownKeys(settings)
  const certificate = privateKey && selfSigned(createPrivateKey(privateKey), new URL(entityId).hostname)
  const text = certificate?.toString('base64') ?? null
  return generateServiceProviderMetadata({
    issuer: entityId,
    callbackUrl: acsUrl,
    wantAssertionsSigned: true,
    identifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    ...(privateKey ? { privateKey, publicCerts: text } : {}),
    ...(decryptionPvk ? { decryptionPvk, decryptionCert: text } : {}),
  })
}

type OwnKeys = { privateKey?: string; decryptionPvk?: string; signatureAlgorithm?: 'sha256' }

/** What signs our requests and, where settings allow such, opens assertions that were encrypted for us. */
function ownKeys({ auth }: ResolvedSettings): OwnKeys {
  const { privateKey, allowEncryptedAssertions } = auth.saml
  if (privateKey === undefined) return {}
  return {
    privateKey,
    signatureAlgorithm: 'sha256',
    ...(allowEncryptedAssertions ? { decryptionPvk: privateKey } : {}),
  }
}

/** What requests were sent is kept in the database; here only the one at hand counts. */
function knownRequest(requestId: string | null): CacheProvider {
  return {
    saveAsync: async (_key, value) => ({ value, createdAt: Date.now() }),
    getAsync: async (key) => (key === requestId ? new Date().toISOString() : null),
    removeAsync: async (key) => key,
  }
}
