import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call, signedInClient, visitorClient } from '../../../testing/clients.ts'
import { givenPlatform, type TestPlatform } from '../../../testing/given-platform.ts'
import { truncateAll } from '../../../testing/truncate-all.ts'
import { givenOpenIdProvider } from './given-openid-provider.ts'
import { providers } from './providers.ts'

const asel = 'asel@example.com'
const page = 'http://site.test/profile'
let provider: Awaited<ReturnType<typeof givenOpenIdProvider>>
let platform: TestPlatform

beforeAll(async () => {
  provider = await givenOpenIdProvider()
  platform = await givenPlatform({
    optionalSignIns: [
      providers({
        manualLinking: true,
        sites: {
          keycloak: { issuer: provider.issuer, clientIds: ['client', 'app'], secret: 'secret' },
          github: { speaks: 'github', issuer: provider.issuer, clientIds: ['client'], secret: 'secret' },
          google: { issuer: 'https://accounts.google.com', clientIds: ['ours'], secret: 'secret' },
        },
      }),
    ],
  })
})
afterAll(async () => {
  await platform.close()
  await provider.close()
})
beforeEach(async () => {
  await truncateAll(platform.db)
  platform.mails.length = 0
  provider.person = { sub: 'p-1', email: asel, email_verified: true, name: 'Асель' }
})

/** Follows redirects by hand, as a browser would, until the site itself. */
async function browse(start: string): Promise<URL> {
  let url = start
  for (let step = 0; step < 5; step++) {
    const answer = await fetch(url.replace('http://platform.test', platform.url), { redirect: 'manual' })
    url = answer.headers.get('location') ?? ''
    if (url.startsWith('http://site.test')) return new URL(url)
  }
  throw new Error(`stranded at ${url}`)
}

const authorize = (more = '') =>
  `${platform.url}/auth/v1/authorize?provider=keycloak&redirect_to=${encodeURIComponent(page)}${more}`
const fragmentOf = (url: URL) => new URLSearchParams(url.hash.slice(1))

describe('signing in at another site', () => {
  it('makes an account for a verified address and finds it again', async () => {
    const first = fragmentOf(await browse(authorize()))
    expect(first.get('provider_token')).toBe('token of the provider')
    const user = await call(platform, '/auth/v1/user', { token: first.get('access_token') ?? '' })
    expect(user.body).toMatchObject({
      email: asel,
      user_metadata: { full_name: 'Асель' },
      app_metadata: { provider: 'keycloak', providers: ['keycloak'] },
      identities: [expect.objectContaining({ provider: 'keycloak', id: 'p-1' })],
    })
    const second = fragmentOf(await browse(authorize()))
    const again = await call(platform, '/auth/v1/user', { token: second.get('access_token') ?? '' })
    expect(again.body.id).toBe(user.body.id)
  })

  it('answers a client with a challenge by a code', async () => {
    const verifier = 'v'.repeat(43)
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const back = await browse(authorize(`&code_challenge=${challenge}&code_challenge_method=s256`))
    expect(back.hash).toBe('')
    const answer = await call(platform, '/auth/v1/token?grant_type=pkce', {
      method: 'POST',
      body: JSON.stringify({ auth_code: back.searchParams.get('code'), code_verifier: verifier }),
    })
    expect(answer.body).toMatchObject({ provider_token: 'token of the provider', user: { email: asel } })
  })

  it('leads to the account that has the address, and drops a password nobody proved', async () => {
    await visitorClient(platform).auth.signUp({ email: asel, password: 'of a stranger' })
    const back = fragmentOf(await browse(authorize()))
    expect(back.get('access_token')).toBeTruthy()
    const stranger = await visitorClient(platform).auth.signInWithPassword({
      email: asel,
      password: 'of a stranger',
    })
    expect(stranger.error?.code).toBe('invalid_credentials')
  })

  it('is refused for an address the provider has not verified', async () => {
    await signedInClient(platform, asel)
    provider.person = { sub: 'p-2', email: asel, email_verified: false }
    expect(fragmentOf(await browse(authorize())).get('error_code')).toBe('provider_email_needs_verification')
  })

  it('takes a state once, and none that is made up', async () => {
    const toProvider = (await fetch(authorize(), { redirect: 'manual' })).headers.get('location') ?? ''
    const back = (await fetch(toProvider, { redirect: 'manual' })).headers.get('location') ?? ''
    expect(fragmentOf(await browse(back)).get('access_token')).toBeTruthy()
    expect(fragmentOf(await browse(back)).get('error_code')).toBe('bad_oauth_state')
    const madeUp = `${platform.url}/auth/v1/callback?code=x&state=${crypto.randomUUID()}`
    expect(fragmentOf(await browse(madeUp)).get('error_code')).toBe('bad_oauth_state')
  })

  it('says so when the person or the provider refuses', async () => {
    const toProvider = new URL(
      (await fetch(authorize(), { redirect: 'manual' })).headers.get('location') ?? '',
    )
    const state = toProvider.searchParams.get('state')
    const denied = fragmentOf(
      await browse(`${platform.url}/auth/v1/callback?error=access_denied&state=${state}`),
    )
    expect(denied.get('error')).toBe('access_denied')
    expect(await call(platform, '/auth/v1/authorize?provider=apple')).toMatchObject({
      status: 400,
      body: { error_code: 'validation_failed', msg: 'Unsupported provider: provider is not enabled' },
    })
  })
})

describe('GitHub, which speaks no OpenID', () => {
  const atGitHub = () => browse(authorize().replace('keycloak', 'github'))

  it('is asked who signed in, and for the primary address', async () => {
    const fragment = fragmentOf(await atGitHub())
    const user = await call(platform, '/auth/v1/user', { token: fragment.get('access_token') ?? '' })
    expect(user.body).toMatchObject({
      email: asel,
      identities: [expect.objectContaining({ provider: 'github', id: '42' })],
    })
  })

  it('leads nowhere while that address is unverified', async () => {
    provider.person = { sub: '42', email: asel, email_verified: false }
    expect(fragmentOf(await atGitHub()).get('error_code')).toBe('provider_email_needs_verification')
  })
})

describe("Google's page", () => {
  it('is asked for our client, and for an address', async () => {
    const { data } = await visitorClient(platform).auth.signInWithOAuth({
      provider: 'google',
      options: { redirectTo: page, scopes: 'openid https://example.com/more' },
    })
    const answer = await fetch(data.url ?? '', { redirect: 'manual' })
    expect(answer.status).toBe(302)
    const target = new URL(answer.headers.get('location') ?? '')
    expect(target.origin + target.pathname).toBe('https://accounts.google.com/o/oauth2/v2/auth')
    expect(Object.fromEntries(target.searchParams)).toMatchObject({
      client_id: 'ours',
      redirect_uri: 'http://platform.test/auth/v1/callback',
      response_type: 'code',
      scope: 'openid email profile https://example.com/more',
    })
  })
})

describe('an identity of another site', () => {
  it('is added to a signed-in user, once', async () => {
    provider.person = { sub: 'p-3', email: 'other@example.com', email_verified: true }
    const { client } = await signedInClient(platform, asel)
    const link = async () => {
      const { data } = await client.auth.linkIdentity({
        provider: 'keycloak',
        options: { redirectTo: page, skipBrowserRedirect: true },
      })
      return browse(data.url ?? '')
    }
    expect(fragmentOf(await link()).get('access_token')).toBeTruthy()
    const { data } = await client.auth.getUser()
    expect(data.user).toMatchObject({ email: asel, app_metadata: { providers: ['email', 'keycloak'] } })
    expect(fragmentOf(await link()).get('error_code')).toBe('identity_already_exists')
  })
})

describe("a provider's ID token", () => {
  const signIn = (token: string, nonce?: string) =>
    visitorClient(platform).auth.signInWithIdToken({
      provider: 'keycloak',
      token,
      ...(nonce ? { nonce } : {}),
    })

  it('signs its owner in, for any of our client ids', async () => {
    for (const audience of ['client', 'app']) {
      const { data, error } = await signIn(await provider.idToken({}, audience))
      expect(error).toBeNull()
      expect(data.user?.email).toBe(asel)
    }
  })

  it('has to fit the nonce', async () => {
    const nonce = createHash('sha256').update('kept by the page').digest('hex')
    expect((await signIn(await provider.idToken({ nonce }), 'kept by the page')).error).toBeNull()
    expect((await signIn(await provider.idToken({ nonce }), 'another')).error?.status).toBe(400)
    expect((await signIn(await provider.idToken({ nonce }))).error?.status).toBe(400)
  })

  it.each([
    ['without a token', async () => ({ provider: 'keycloak' }), 'invalid request', 'id_token required'],
    [
      'without a provider',
      async () => ({ id_token: 'x' }),
      'invalid request',
      'provider or client_id and issuer required',
    ],
    [
      'made for someone else',
      async () => ({ provider: 'keycloak', id_token: await provider.idToken({}, 'another site') }),
      'invalid request',
      'Unacceptable audience in id_token',
    ],
    [
      'changed',
      async () => ({ provider: 'keycloak', id_token: `${await provider.idToken({})}x` }),
      'invalid request',
      'Bad ID token',
    ],
    [
      'made up',
      async () => ({ provider: 'keycloak', id_token: 'nonsense' }),
      'invalid request',
      'Bad ID token',
    ],
    [
      'with another nonce',
      async () => ({
        provider: 'keycloak',
        id_token: await provider.idToken({ nonce: 'one' }),
        nonce: 'another',
      }),
      'invalid nonce',
      'Nonces mismatch',
    ],
  ])("is refused in OAuth's shape %s", async (_what, body, error, description) => {
    const answer = await call(platform, '/auth/v1/token?grant_type=id_token', {
      method: 'POST',
      body: JSON.stringify(await body()),
    })
    expect(answer).toMatchObject({ status: 400, body: { error, error_description: description } })
  })

  it.each([
    ['apple', 'provider_disabled', 'Provider (issuer "https://appleid.apple.com") is not enabled'],
    ['nobody', 'validation_failed', 'Custom OIDC provider "nobody" not allowed'],
  ])('of %s, whom the settings do not name, is refused', async (name, code, msg) => {
    const answer = await call(platform, '/auth/v1/token?grant_type=id_token', {
      method: 'POST',
      body: JSON.stringify({ provider: name, id_token: 'x' }),
    })
    expect(answer).toMatchObject({ status: 400, body: { error_code: code, msg } })
  })
})
