import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { SignedXml } from 'xml-crypto'

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
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const certificate = selfSigned(privateKey, publicKey)
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

/** What the browser brings to the provider's page: the id of the request and what to give back with the answer. */
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

/** The smallest certificate there is (RFC 5280, section 4.1), since providers publish their keys in nothing else. */
function selfSigned(privateKey: KeyObject, publicKey: KeyObject): Buffer {
  const der = (tag: number, ...parts: Buffer[]): Buffer => {
    const content = Buffer.concat(parts)
    const size = content.length
    const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255]
    return Buffer.concat([Buffer.from([tag, ...length]), content])
  }
  const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
  const time = (text: string) => der(0x17, Buffer.from(text))
  const sha256WithRsa = sequence(der(0x06, Buffer.from('2a864886f70d01010b', 'hex')), der(0x05))
  const commonName = der(0x06, Buffer.from('550403', 'hex'))
  const name = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from('idp')))))
  const toSign = sequence(
    der(0x02, Buffer.from([1])),
    sha256WithRsa,
    name,
    sequence(time('200101000000Z'), time('491231000000Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = sign('sha256', toSign, privateKey)
  return sequence(toSign, sha256WithRsa, der(0x03, Buffer.from([0]), signature))
}
