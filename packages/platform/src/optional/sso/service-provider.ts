import { createPrivateKey } from 'node:crypto'
import {
  type CacheProvider,
  generateServiceProviderMetadata,
  SAML,
  ValidateInResponseTo,
} from '@node-saml/node-saml'
import { parseIdpMetadata } from './saml-metadata.ts'
import type { SamlContext } from './saml-settings.ts'
import { selfSigned } from './self-signed.ts'
import type { SsoProvider } from './sso-providers.ts'

/** Our side of SAML: the addresses companies enter at their provider. */
export function samlAddresses({ settings }: SamlContext): { entityId: string; acsUrl: string } {
  const { externalUrl } = settings
  return {
    entityId: `${externalUrl}/auth/v1/sso/saml/metadata`,
    acsUrl: `${externalUrl}/auth/v1/sso/saml/acs`,
  }
}

/** The library set up for one company. With a request id it takes answers to that request and no others. */
export function serviceProvider(context: SamlContext, provider: SsoProvider, requestId: string | null): SAML {
  const { entityId, acsUrl } = samlAddresses(context)
  const { signInUrl, certificates } = parseIdpMetadata(provider.metadataXml)
  return new SAML({
    issuer: entityId,
    callbackUrl: acsUrl,
    audience: entityId,
    entryPoint: signInUrl,
    idpCert: certificates,
    // Either signature covers the assertion; without both it is refused.
    wantAuthnResponseSigned: false,
    wantAssertionsSigned: false,
    disableRequestedAuthnContext: true,
    identifierFormat: provider.nameIdFormat ?? 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    acceptedClockSkewMs: 60_000,
    validateInResponseTo: requestId === null ? ValidateInResponseTo.never : ValidateInResponseTo.always,
    cacheProvider: createRequestCache(requestId),
    ...(requestId === null ? {} : { generateUniqueId: () => requestId }),
    ...ownKeys(context),
  })
}

/**
 * Returns our metadata for companies: our addresses, and our key, if we have one, in a certificate.
 */
export function ownMetadata(context: SamlContext): string {
  const { entityId, acsUrl } = samlAddresses(context)
  const { privateKey, decryptionPvk } = ownKeys(context)
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

/**
 * Returns the keys that sign our requests and, where settings allow such, open assertions that were
 * encrypted for us.
 */
function ownKeys({ saml: { privateKey, allowEncryptedAssertions } }: SamlContext): OwnKeys {
  if (privateKey === undefined) return {}
  return {
    privateKey,
    signatureAlgorithm: 'sha256',
    ...(allowEncryptedAssertions ? { decryptionPvk: privateKey } : {}),
  }
}

/** The database stores the requests; the cache holds only the current one. */
function createRequestCache(requestId: string | null): CacheProvider {
  return {
    saveAsync: async (_key, value) => ({ value, createdAt: Date.now() }),
    getAsync: async (key) => (key === requestId ? new Date().toISOString() : null),
    removeAsync: async (key) => key,
  }
}
