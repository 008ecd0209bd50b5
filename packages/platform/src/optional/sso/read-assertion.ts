import type { Profile } from '@node-saml/node-saml'
import { AuthError, validationFailed } from '../../auth/auth-errors.ts'
import type { JsonObject } from '../../database/tables.ts'
import { isObject } from '../../http/json.ts'
import type { SsoProvider } from './sso-providers.ts'

/** The user of an assertion and the end of the session. */
export type SsoPerson = {
  subject: string
  email: string
  claims: JsonObject
  assertionId: string
  sessionEndsAt: Date | null
}

const subjectId = 'urn:oasis:names:tc:SAML:attribute:subject-id'
const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
const emailAddress = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const emailAttributes = [
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'http://schemas.xmlsoap.org/claims/EmailAddress',
  'mail',
  'Mail',
  'email',
]

export type ExpectedAssertion = { provider: SsoProvider; acsUrl: string; requestId: string | null }

/**
 * Checks an assertion whose signature, audience and times the library has verified: the issuer, the
 * recipient and the request. Throws otherwise.
 */
export function readAssertion(profile: Profile, expected: ExpectedAssertion): SsoPerson {
  const assertion = firstOf(profile.getAssertion?.().Assertion)
  const refuse = () => validationFailed('SAML Assertion is not valid')
  if (profile.issuer !== expected.provider.entityId) throw refuse()
  if (!confirmations(assertion).some((data) => isForUs(data, expected))) throw refuse()
  const assertionId = attributeOf(assertion, 'ID')
  if (!assertionId) throw refuse()

  const attributes = attributesOf(profile)
  const claims = mapClaims(expected.provider.attributeMapping, attributes)
  const isMail = profile.nameIDFormat === emailAddress
  const email =
    text(claims.email) ??
    emailAttributes.map((name) => text(attributes[name])).find(Boolean) ??
    (isMail ? profile.nameID : undefined)
  const subject =
    text(attributes[subjectId]) ?? (profile.nameIDFormat === persistent ? profile.nameID : undefined) ?? email
  if (!subject) {
    throw new AuthError(
      400,
      'saml_assertion_no_user_id',
      'SAML Assertion did not contain a persistent Subject Identifier attribute or Subject NameID uniquely identifying this user',
    )
  }
  if (!email) {
    throw new AuthError(400, 'saml_assertion_no_email', 'SAML Assertion does not contain an email address')
  }
  const endsAt = attributeOf(firstOf(assertion.AuthnStatement), 'SessionNotOnOrAfter')
  const sessionEndsAt = endsAt && !Number.isNaN(Date.parse(endsAt)) ? new Date(endsAt) : null
  return { subject, email: email.trim().toLowerCase(), claims, assertionId, sessionEndsAt }
}

/** The bearer's confirmation (SAML 2.0 Profiles, 4.1.4.2): meant for our address, still good, answering our request. */
function isForUs(data: XmlNode, { acsUrl, requestId }: ExpectedAssertion): boolean {
  const endsAt = Date.parse(attributeOf(data, 'NotOnOrAfter') ?? '')
  return (
    attributeOf(data, 'Recipient') === acsUrl &&
    endsAt > Date.now() &&
    (attributeOf(data, 'InResponseTo') ?? null) === requestId
  )
}

function confirmations(assertion: XmlNode): XmlNode[] {
  return listOf(firstOf(assertion.Subject).SubjectConfirmation)
    .filter((one) => attributeOf(one, 'Method') === 'urn:oasis:names:tc:SAML:2.0:cm:bearer')
    .map((one) => firstOf(one.SubjectConfirmationData))
}

/** XML as the library gives it: attributes under `$`, children as lists. */
type XmlNode = Record<string, unknown>

function listOf(value: unknown): XmlNode[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

function firstOf(value: unknown): XmlNode {
  if (isObject(value)) return value
  return listOf(value)[0] ?? {}
}

function attributeOf(node: XmlNode, name: string): string | undefined {
  return isObject(node.$) ? text(node.$[name]) : undefined
}

function attributesOf(profile: Profile): Record<string, unknown> {
  return isObject(profile.attributes) ? profile.attributes : {}
}

function text(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' && first !== '' ? first : undefined
}

/** Claims as the company's mapping names them: `{ keys: { name: { name | names, default, array } } }`. */
function mapClaims(mapping: JsonObject, attributes: Readonly<Record<string, unknown>>): JsonObject {
  const keys = isObject(mapping.keys) ? mapping.keys : {}
  const claims: Record<string, unknown> = {}
  for (const [claim, rule] of Object.entries(keys)) {
    if (!isObject(rule)) continue
    const names = [rule.name, ...(Array.isArray(rule.names) ? rule.names : [])].filter(
      (name) => typeof name === 'string',
    )
    const found = names.map((name) => attributes[name]).find((value) => value !== undefined)
    const values = (Array.isArray(found) ? found : [found]).filter((value) => typeof value === 'string')
    if (values.length > 0) claims[claim] = rule.array === true ? values : values[0]
    else if (rule.default !== undefined) claims[claim] = rule.default
  }
  return claims as JsonObject
}
