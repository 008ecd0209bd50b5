import { randomUUID } from 'node:crypto'
import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
} from 'openid-client'
import type { CodeChallenge } from '../../auth/codes/mail-flow.ts'
import { deleteAbandonedFlows } from '../../auth/flow-state.ts'
import { githubScopes } from './github.ts'
import { callbackUrl, discover, getProvider } from './provider-client.ts'
import type { ProvidersContext } from './provider-settings.ts'

export type AuthorizeRequest = {
  provider: string
  scopes: string
  redirectTo: string
  challenge: CodeChallenge | null
  /** Adds the identity to this user instead of signing in. */
  linkTo: string | null
}

/** Begins a sign-in at a provider and answers with its page. What has to match on the way back is remembered. */
export async function beginAuthorization(
  context: ProvidersContext,
  request: AuthorizeRequest,
): Promise<string> {
  const provider = getProvider(context, request.provider)
  const configuration = await discover(provider)
  const state = randomUUID()
  const nonce = randomNonce()
  const codeVerifier = randomPKCECodeVerifier()
  await context.db.transaction().execute(async (trx) => {
    await deleteAbandonedFlows(trx)
    await trx
      .insertInto('auth.flow_state')
      .values({
        id: state,
        code_challenge: request.challenge?.challenge ?? null,
        code_challenge_method: request.challenge?.method ?? null,
        provider_type: request.provider,
        authentication_method: 'oauth',
        referrer: request.redirectTo,
        linking_target_id: request.linkTo,
        provider_nonce: nonce,
        provider_code_verifier: codeVerifier,
      })
      .execute()
  })
  const own = provider.speaks === 'github' ? githubScopes : ['openid', 'email', 'profile']
  const scopes = new Set([...own, ...request.scopes.split(/[\s,]+/).filter(Boolean)])
  return buildAuthorizationUrl(configuration, {
    redirect_uri: callbackUrl(context, provider),
    scope: [...scopes].join(' '),
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  }).href
}
