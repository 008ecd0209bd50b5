import { X509Certificate } from 'node:crypto'
import { DOMParser } from '@xmldom/xmldom'
import { validationFailed } from '../../auth/auth-errors.ts'

/** A provider's metadata: its id, sign-in URL and certificates. */
export type IdpMetadata = { entityId: string; signInUrl: string; certificates: string[] }

const md = 'urn:oasis:names:tc:SAML:2.0:metadata'
const ds = 'http://www.w3.org/2000/09/xmldsig#'
const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const maxLength = 512 * 1024

/** Reads metadata (SAML 2.0 Metadata, section 2). Throws `validation_failed` when it lacks what a sign-in needs. */
export function parseIdpMetadata(xml: string): IdpMetadata {
  if (xml.length > maxLength) throw validationFailed('SAML Metadata XML is too long')
  const root = parseXml(xml)
  const entity = root.localName === 'EntityDescriptor' && root.namespaceURI === md ? root : null
  const entityId = entity?.getAttribute('entityID')
  if (!entity || !entityId) throw validationFailed('SAML Metadata does not contain an EntityID')
  const [descriptor, ...others] = elements(entity, md, 'IDPSSODescriptor')
  if (!descriptor) throw validationFailed('SAML Metadata does not contain any IDPSSODescriptor')
  if (others.length > 0) throw validationFailed('SAML Metadata contains multiple IDPSSODescriptors')

  const signInUrl = elements(descriptor, md, 'SingleSignOnService')
    .find((service) => service.getAttribute('Binding') === redirectBinding)
    ?.getAttribute('Location')
  if (!signInUrl || !isWebAddress(signInUrl)) {
    throw validationFailed('SAML Metadata does not say where to sign in by HTTP-Redirect')
  }
  const certificates = elements(descriptor, md, 'KeyDescriptor')
    .filter((key) => key.getAttribute('use') !== 'encryption')
    .flatMap((key) => elements(key, ds, 'X509Certificate'))
    .map((certificate) => toPem(certificate.textContent ?? ''))
  if (certificates.length === 0)
    throw validationFailed('SAML Metadata does not contain a signing certificate')
  return { entityId, signInUrl, certificates }
}

function parseXml(xml: string): Element {
  const refuse = () => validationFailed('SAML Metadata is not valid XML')
  const fail = () => {
    throw refuse()
  }
  // Entities of its own are the one way in which XML can mean more than it says.
  if (/<!DOCTYPE/i.test(xml)) throw refuse()
  const handler = { warning: () => {}, error: fail, fatalError: fail }
  const root = new DOMParser({ errorHandler: handler }).parseFromString(xml, 'text/xml')?.documentElement
  if (!root) throw refuse()
  return root
}

function elements(within: Element, namespace: string, name: string): Element[] {
  return Array.from(within.getElementsByTagNameNS(namespace, name))
}

function toPem(base64: string): string {
  try {
    return new X509Certificate(Buffer.from(base64.replace(/\s/g, ''), 'base64')).toString()
  } catch {
    throw validationFailed('SAML Metadata contains a certificate that cannot be read')
  }
}

function isWebAddress(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '')
}
