import type { Selectable } from 'kysely'
import { authorizationCodeGrant, fetchUserInfo } from 'openid-client'
import type { Origin } from '../../auth/auth-context.ts'
import { AuthError } from '../../auth/auth-errors.ts'
import { withError, withQuery, withSession } from '../../auth/email/verify-link.ts'
import { issueAuthCode } from '../../auth/flow-state.ts'
import { isUuid } from '../../auth/params.ts'
import { openSession, type StartedSession, startSession } from '../../auth/sessions/sessions.ts'
import type { FlowStateTable } from '../../database/tables.ts'
import type { Trx } from '../../database/trx.ts'
import { linkIdentity, type OutsideIdentity, userOfIdentity } from '../identity/user-of-identity.ts'
import { toOutsideIdentity } from './claims-to-identity.ts'
import { githubClaims } from './github.ts'
import { callbackUrl, discover, getProvider } from './provider-client.ts'
import type { ProvidersContext } from './provider-settings.ts'

type StoredFlow = Selectable<FlowStateTable>
type VouchedIdentity = { identity: OutsideIdentity; tokens: { access: string; refresh: string | null } }

const flowLifetimeMs = 10 * 60 * 1000

/** Ends a sign-in that a provider sent back and answers where the browser goes: with a session, a code or an error. */
export async function finishAuthorization(
  context: ProvidersContext,
  query: URLSearchParams,
  origin: Origin,
): Promise<string> {
  const flow = await takeFlow(context, query.get('state') ?? '')
  if (!flow) return withError(context.settings.siteUrl, badState(), false)
  const address = flow.referrer ?? context.settings.siteUrl
  try {
    const vouched = await askProvider(context, flow, query)
    const answered = await context.db
      .transaction()
      .execute((trx) => answer(context, trx, { flow, address, vouched, origin }))
    if (typeof answered === 'string') return answered
    const { access, refresh } = vouched.tokens
    const session = await openSession(context, answered)
    const tokens = { provider_token: access, ...(refresh ? { provider_refresh_token: refresh } : {}) }
    return withSession(address, { ...session, ...tokens }, {})
  } catch (error) {
    const known = error instanceof AuthError ? error : null
    // The answer may hold secrets, so only its kind is logged.
    if (!known) origin.log.warn({ kind: error instanceof Error ? error.name : 'unknown' }, 'provider refused')
    return withError(address, known ?? badCallback(), flow.code_challenge !== null)
  }
}

/** Takes the flow of a state, once: a second answer with the same state finds none. */
async function takeFlow({ db }: ProvidersContext, state: string): Promise<StoredFlow | undefined> {
  if (!isUuid(state)) return undefined
  return db.transaction().execute(async (trx) => {
    const flow = await trx
      .selectFrom('auth.flow_state')
      .selectAll()
      .where('id', '=', state)
      .where('provider_code_verifier', 'is not', null)
      .where('created_at', '>', new Date(Date.now() - flowLifetimeMs))
      .forUpdate()
      .executeTakeFirst()
    if (!flow) return undefined
    await trx
      .updateTable('auth.flow_state')
      .set({ provider_code_verifier: null, provider_nonce: null })
      .where('id', '=', state)
      .execute()
    return flow
  })
}

async function askProvider(
  context: ProvidersContext,
  flow: StoredFlow,
  query: URLSearchParams,
): Promise<VouchedIdentity> {
  if (query.has('error')) {
    throw new AuthError(403, 'bad_oauth_callback', query.get('error_description') ?? 'Access was denied')
  }
  const provider = getProvider(context, flow.provider_type)
  const configuration = await discover(provider)
  const currentUrl = new URL(callbackUrl(context, provider))
  currentUrl.search = query.toString()
  const isOpenId = provider.speaks !== 'github'
  const tokens = await authorizationCodeGrant(configuration, currentUrl, {
    expectedState: flow.id,
    ...(flow.provider_nonce && isOpenId ? { expectedNonce: flow.provider_nonce } : {}),
    ...(flow.provider_code_verifier ? { pkceCodeVerifier: flow.provider_code_verifier } : {}),
    idTokenExpected: isOpenId,
  })
  const kept = { access: tokens.access_token, refresh: tokens.refresh_token ?? null }
  if (!isOpenId) {
    const claims = await githubClaims(provider, tokens.access_token)
    return { identity: toOutsideIdentity(flow.provider_type, String(claims.iss), claims), tokens: kept }
  }
  const claims = tokens.claims()
  if (!claims) throw badCallback()
  const { userinfo_endpoint } = configuration.serverMetadata()
  const more =
    claims.email === undefined && userinfo_endpoint
      ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
      : {}
  return {
    identity: toOutsideIdentity(flow.provider_type, claims.iss, { ...more, ...claims }),
    tokens: kept,
  }
}

async function answer(
  context: ProvidersContext,
  trx: Trx,
  {
    flow,
    address,
    vouched,
    origin,
  }: { flow: StoredFlow; address: string; vouched: VouchedIdentity; origin: Origin },
): Promise<string | StartedSession> {
  const { identity, tokens } = vouched
  const user = flow.linking_target_id
    ? await linkIdentity(trx, flow.linking_target_id, identity)
    : await userOfIdentity(context, trx, identity)
  if (flow.code_challenge !== null) {
    await trx
      .updateTable('auth.flow_state')
      .set({ provider_access_token: tokens.access, provider_refresh_token: tokens.refresh })
      .where('id', '=', flow.id)
      .execute()
    return withQuery(address, { code: await issueAuthCode(trx, flow.id, { userId: user.id }) })
  }
  await trx.deleteFrom('auth.flow_state').where('id', '=', flow.id).execute()
  return startSession(context, trx, { user, method: 'oauth', origin, isLast: true })
}

const badState = () => new AuthError(400, 'bad_oauth_state', 'OAuth state not found or expired')
const badCallback = () =>
  new AuthError(400, 'bad_oauth_callback', 'Unable to exchange external code with the provider')
