import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { AuthError, validationFailed } from '../../auth/auth-errors.ts'
import type { CodeChallenge } from '../../auth/codes/mail-flow.ts'
import { deleteAbandonedFlows } from '../../auth/flow-state.ts'
import { isUuid } from '../../auth/params.ts'
import type { SamlContext } from './saml-settings.ts'
import { serviceProvider } from './service-provider.ts'
import { findSsoProvider, findSsoProviderByDomain, type SsoProvider } from './sso-providers.ts'
import { withSsoTables } from './sso-tables.ts'

export type SsoRequest = {
  providerId: string
  domain: string
  redirectTo: string
  challenge: CodeChallenge | null
}

/** Begins a sign-in at a company's provider and answers with its page. */
export async function beginSso(context: SamlContext, request: SsoRequest): Promise<string> {
  const provider = await getProvider(context, request)
  const requestId = `id-${randomBytes(20).toString('hex')}`
  const relayState = randomUUID()
  await context.db.transaction().execute(async (trx) => {
    await deleteAbandonedFlows(trx)
    await sql`
      delete from auth.saml_relay_states where id in (
        select id from auth.saml_relay_states where created_at < now() - interval '1 day'
        limit 100 for update skip locked)`.execute(trx)
    const flowId = request.challenge ? randomUUID() : null
    if (flowId && request.challenge) {
      await trx
        .insertInto('auth.flow_state')
        .values({
          id: flowId,
          code_challenge: request.challenge.challenge,
          code_challenge_method: request.challenge.method,
          provider_type: 'sso/saml',
          authentication_method: 'sso/saml',
        })
        .execute()
    }
    await withSsoTables(trx)
      .insertInto('auth.saml_relay_states')
      .values({
        id: relayState,
        sso_provider_id: provider.id,
        request_id: requestId,
        redirect_to: request.redirectTo,
        flow_state_id: flowId,
      })
      .execute()
  })
  return serviceProvider(context, provider, requestId).getAuthorizeUrlAsync(relayState, undefined, {})
}

async function getProvider({ db }: SamlContext, { providerId, domain }: SsoRequest): Promise<SsoProvider> {
  if (providerId && domain) throw validationFailed('Only one of provider_id or domain supported')
  if (!providerId && !domain) throw validationFailed('A provider_id or domain needs to be provided')
  if (providerId && !isUuid(providerId)) throw validationFailed('provider_id must be an UUID')
  const provider = await (providerId ? findSsoProvider(db, providerId) : findSsoProviderByDomain(db, domain))
  if (!provider) {
    throw new AuthError(
      404,
      'sso_provider_not_found',
      providerId ? 'No such SSO provider' : 'No SSO provider assigned for this domain',
    )
  }
  if (provider.disabled) throw ssoProviderDisabled()
  return provider
}

export const ssoProviderDisabled = () =>
  new AuthError(404, 'sso_provider_disabled', 'SSO Provider assigned for this domain is currently disabled')
