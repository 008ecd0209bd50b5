import {
  constants,
  createCipheriv,
  generateKeyPairSync,
  type KeyObject,
  publicEncrypt,
  randomBytes,
  randomUUID,
  X509Certificate,
} from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { SignedXml } from 'xml-crypto'
import { selfSigned } from '../src/optional/sso/self-signed.ts'

const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'

/** What an assertion says; what is not given is as it should be. */
export type Assertion = {
  email?: string | null
  subject?: string
  audience?: string
  recipient?: string
  inResponseTo?: string | null
  issuer?: string
  expiresInMs?: number
  assertionId?: string
  attributes?: Record<string, string>
}

export type ServiceAddresses = { entityId: string; acsUrl: string }

/** A company's SAML provider that signs whatever it is told to. */
export function givenSamlProvider(entityId: string, service: ServiceAddresses) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const certificate = selfSigned(privateKey, 'idp')
  const unsigned = (said: Assertion = {}) => responseXml(entityId, service, said)
  const signed = (xml: string, key: KeyObject = privateKey) => {
    const signature = new SignedXml({
      privateKey: key.export({ type: 'pkcs8', format: 'pem' }),
      signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
    })
    signature.addReference({
      xpath: "//*[local-name(.)='Assertion']",
      digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
      transforms: [
        'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
        'http://www.w3.org/2001/10/xml-exc-c14n#',
      ],
    })
    signature.computeSignature(xml, {
      location: { reference: "//*[local-name(.)='Assertion']/*[local-name(.)='Issuer']", action: 'after' },
    })
    return signature.getSignedXml()
  }
  return {
    metadata: `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">
  <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data>
      <X509Certificate>${certificate.toString('base64')}</X509Certificate>
    </X509Data></KeyInfo></KeyDescriptor>
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"
      Location="https://idp.test/in"/>
  </IDPSSODescriptor>
</EntityDescriptor>`,
    unsigned,
    signed,
    answer: (said: Assertion = {}) => signed(unsigned(said)),
  }
}

/** The answer with its assertion for the eyes of the certificate's owner alone (XML Encryption 1.1, sections 5.2.4 and 5.5.2). */
export function encryptAssertion(xml: string, certificate: string): string {
  const [assertion = ''] = /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml) ?? []
  const whole = assertion.replace(
    '<saml:Assertion ',
    '<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ',
  )
  const [key, iv] = [randomBytes(32), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const body = Buffer.concat([iv, cipher.update(whole), cipher.final(), cipher.getAuthTag()])
  const owner = new X509Certificate(Buffer.from(certificate, 'base64')).publicKey
  const wrapped = publicEncrypt({ key: owner, padding: constants.RSA_PKCS1_OAEP_PADDING }, key)
  const value = (bytes: Buffer) =>
    `<xenc:CipherData><xenc:CipherValue>${bytes.toString('base64')}</xenc:CipherValue></xenc:CipherData>`
  const encrypted = `<saml:EncryptedAssertion><xenc:EncryptedData xmlns:xenc="http://www.w3.org/2001/04/xmlenc#" Type="http://www.w3.org/2001/04/xmlenc#Element"><xenc:EncryptionMethod Algorithm="http://www.w3.org/2009/xmlenc11#aes256-gcm"/><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><xenc:EncryptedKey><xenc:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p"><DigestMethod Algorithm="http://www.w3.org/2000/09/xmldsig#sha1"/></xenc:EncryptionMethod>${value(wrapped)}</xenc:EncryptedKey></KeyInfo>${value(body)}</xenc:EncryptedData></saml:EncryptedAssertion>`
  return xml.replace(assertion, encrypted)
}

/**
 * Reads the request that the browser brings to the provider's page: its id and what to give back
 * with the answer.
 */
export function readSamlRequest(url: string): { requestId: string; relayState: string; xml: string } {
  const query = new URL(url).searchParams
  const xml = inflateRawSync(Buffer.from(query.get('SAMLRequest') ?? '', 'base64')).toString()
  return { requestId: / ID="([^"]+)"/.exec(xml)?.[1] ?? '', relayState: query.get('RelayState') ?? '', xml }
}

function responseXml(entityId: string, { entityId: us, acsUrl }: ServiceAddresses, said: Assertion): string {
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  const {
    email = 'asel@company.test',
    subject = 'person-1',
    expiresInMs = 60_000,
    inResponseTo = null,
  } = said
  const inResponse = inResponseTo === null ? '' : ` InResponseTo="${inResponseTo}"`
  const attributes = Object.entries({ ...(email === null ? {} : { mail: email }), ...said.attributes })
  const issuer = `<saml:Issuer>${said.issuer ?? entityId}</saml:Issuer>`
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_${randomUUID()}" Version="2.0" IssueInstant="${at(0)}" Destination="${acsUrl}"${inResponse}>${issuer}<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status><saml:Assertion ID="${said.assertionId ?? `_${randomUUID()}`}" Version="2.0" IssueInstant="${at(0)}">${issuer}<saml:Subject><saml:NameID Format="${persistent}">${subject}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData Recipient="${said.recipient ?? acsUrl}" NotOnOrAfter="${at(expiresInMs)}"${inResponse}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${at(-60_000)}" NotOnOrAfter="${at(expiresInMs)}"><saml:AudienceRestriction><saml:Audience>${said.audience ?? us}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${at(0)}" SessionNotOnOrAfter="${at(3_600_000)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${attributes
    .map(
      ([name, value]) =>
        `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`,
    )
    .join('')}</saml:AttributeStatement></saml:Assertion></samlp:Response>`
}
