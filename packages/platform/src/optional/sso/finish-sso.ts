import { createHash } from 'node:crypto'
import { DOMParser } from '@xmldom/xmldom'
import { sql } from 'kysely'
import type { Origin } from '../../auth/auth-context.ts'
import { AuthError, validationFailed } from '../../auth/auth-errors.ts'
import { withQuery, withSession } from '../../auth/email/verify-link.ts'
import { issueAuthCode } from '../../auth/flow-state.ts'
import { isUuid } from '../../auth/params.ts'
import { allowedRedirect } from '../../auth/redirect.ts'
import { openSession, startSession } from '../../auth/sessions/sessions.ts'
import type { Trx } from '../../database/trx.ts'
import { userOfIdentity } from '../identity/user-of-identity.ts'
import { ssoProviderDisabled } from './begin-sso.ts'
import { readAssertion, type SsoPerson } from './read-assertion.ts'
import type { SamlContext } from './saml-settings.ts'
import { samlAddresses, serviceProvider } from './service-provider.ts'
import { findSsoProvider, findSsoProviderByEntity, type SsoProvider } from './sso-providers.ts'
import { withSsoTables } from './sso-tables.ts'

/** The form that a SAML provider posts. */
export type SamlAnswer = { response: string; relayState: string }

/** The provider and the request of an answer; no request for provider-initiated sign-ins. */
type PendingRequest = {
  provider: SsoProvider
  requestId: string | null
  redirectTo: string
  flowId: string | null
}

/** Longer than any assertion is valid, to prevent replays. */
const assertionMemoryHours = 24

/** Ends a sign-in at a company's provider and answers where the browser goes. */
export async function finishSso(context: SamlContext, answer: SamlAnswer, origin: Origin): Promise<string> {
  const asked = await findPendingRequest(context, answer)
  if (asked.provider.disabled) throw ssoProviderDisabled()
  const person = await readAnswer(context, asked, answer)
  const address = allowedRedirect(context.settings, asked.redirectTo)
  const answered = await context.db.transaction().execute(async (trx) => {
    await takeAssertion(trx, asked.provider, person)
    const { subject, email, claims } = person
    const user = await userOfIdentity(context, trx, {
      provider: `sso:${asked.provider.id}`,
      subject,
      email,
      emailVerified: true,
      account: 'of_company',
      facts: {
        ...claims,
        iss: asked.provider.entityId,
        sub: subject,
        email,
        email_verified: true,
        phone_verified: false,
      },
    })
    if (asked.flowId)
      return withQuery(address, { code: await issueAuthCode(trx, asked.flowId, { userId: user.id }) })
    const notAfter = person.sessionEndsAt
    return startSession(context, trx, { user, method: 'sso/saml', origin, notAfter, isLast: true })
  })
  if (typeof answered === 'string') return answered
  return withSession(address, await openSession(context, answered), {})
}

async function findPendingRequest(
  context: SamlContext,
  { response, relayState }: SamlAnswer,
): Promise<PendingRequest> {
  if (isUuid(relayState)) return takeRelayState(context, relayState)
  if (relayState !== '' && !URL.canParse(relayState)) {
    throw validationFailed('SAML RelayState is not a valid UUID or URL')
  }
  const provider = await findSsoProviderByEntity(context.db, issuerOf(response))
  if (!provider) {
    throw new AuthError(
      404,
      'saml_idp_not_found',
      'A SAML connection has not been established with this Identity Provider',
    )
  }
  return { provider, requestId: null, redirectTo: relayState, flowId: null }
}

/** Takes the state of a request, once: a second answer to the same request finds none. */
async function takeRelayState({ db, saml }: SamlContext, id: string): Promise<PendingRequest> {
  const state = await withSsoTables(db)
    .deleteFrom('auth.saml_relay_states')
    .where('id', '=', id)
    .returning(['sso_provider_id', 'request_id', 'redirect_to', 'flow_state_id', 'created_at'])
    .executeTakeFirst()
  if (!state) {
    throw new AuthError(
      404,
      'saml_relay_state_not_found',
      'SAML RelayState does not exist, try logging in again?',
    )
  }
  if (state.created_at.getTime() + saml.relayStateValidity * 1000 < Date.now()) {
    throw new AuthError(422, 'saml_relay_state_expired', 'SAML RelayState has expired. Try logging in again?')
  }
  const provider = await findSsoProvider(db, state.sso_provider_id)
  if (!provider) throw ssoProviderDisabled()
  return {
    provider,
    requestId: state.request_id,
    redirectTo: state.redirect_to ?? '',
    flowId: state.flow_state_id,
  }
}

/**
 * Returns the issuer that a response names. Believed only once the signature has been checked with
 * that provider's keys.
 */
function issuerOf(response: string): string {
  if (response === '') throw validationFailed('SAMLResponse is missing')
  try {
    const ignore = { warning: () => {}, error: () => {}, fatalError: () => {} }
    const xml = Buffer.from(response, 'base64').toString('utf8')
    const document = new DOMParser({ errorHandler: ignore }).parseFromString(xml, 'text/xml')
    const saml = 'urn:oasis:names:tc:SAML:2.0:assertion'
    return document.getElementsByTagNameNS(saml, 'Issuer')[0]?.textContent?.trim() ?? ''
  } catch {
    throw validationFailed('SAMLResponse is not a valid XML SAML assertion')
  }
}

async function readAnswer(
  context: SamlContext,
  { provider, requestId }: PendingRequest,
  { response }: SamlAnswer,
): Promise<SsoPerson> {
  const refused = () => validationFailed('SAML Assertion is not valid')
  const { profile } = await serviceProvider(context, provider, requestId)
    .validatePostResponseAsync({ SAMLResponse: response })
    .catch(() => {
      // The library's reasons may repeat what the assertion says about a person.
      throw refused()
    })
  if (!profile) throw refused()
  return readAssertion(profile, { provider, acsUrl: samlAddresses(context).acsUrl, requestId })
}

async function takeAssertion(trx: Trx, { id }: SsoProvider, { assertionId }: SsoPerson): Promise<void> {
  await sql`
    delete from auth.saml_assertions where assertion_hash in (
      select assertion_hash from auth.saml_assertions where expires_at < now() limit 100 for update skip locked)
  `.execute(trx)
  const taken = await withSsoTables(trx)
    .insertInto('auth.saml_assertions')
    .values({
      assertion_hash: createHash('sha256').update(`${id} ${assertionId}`).digest('hex'),
      expires_at: new Date(Date.now() + assertionMemoryHours * 3600 * 1000),
    })
    .onConflict((conflict) => conflict.column('assertion_hash').doNothing())
    .executeTakeFirst()
  if (taken.numInsertedOrUpdatedRows === 0n) throw validationFailed('SAML Assertion was used before')
}
