import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { defaultWebAuthn } from '../../src/resolve-settings.ts'
import { Authenticator } from '../../testing/authenticator.ts'
import { call, serviceClient, signedInClient } from '../../testing/clients.ts'
import { givenPlatform, type TestPlatform } from '../../testing/given-platform.ts'
import { truncateAll } from '../../testing/truncate-all.ts'

const asel = 'asel@example.com'
const siteUrl = 'http://site.test'
let platform: TestPlatform

beforeAll(async () => {
  platform = await givenPlatform({
    siteUrl,
    auth: {
      webauthn: { ...defaultWebAuthn(siteUrl), factorsEnabled: true, passkeysEnabled: true, maxPasskeys: 2 },
      anonymousUsersEnabled: true,
    },
  })
})
afterAll(() => platform.close())
beforeEach(() => truncateAll(platform.db))

type Begun = { challenge_id: string; options: { challenge: string; user: { id: string } } }

const post = (path: string, body: object, token?: string) =>
  call(platform, `/auth/v1/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    ...(token ? { token } : {}),
  })

async function begin(kind: 'registration' | 'authentication', token?: string): Promise<Begun> {
  const { status, body } = await post(`passkeys/${kind}/options`, {}, token)
  expect(status).toBe(200)
  return body as Begun
}

/** A user with a session, and what registers a key for them. */
async function givenUser(email = asel) {
  const { client, userId } = await signedInClient(platform, email)
  const token = (await client.auth.getSession()).data.session?.access_token ?? ''
  const register = async (authenticator: Authenticator) => {
    const { challenge_id, options } = await begin('registration', token)
    return post(
      'passkeys/registration/verify',
      { challenge_id, credential: authenticator.create(options) },
      token,
    )
  }
  return { client, userId, token, register }
}

const newAuthenticator = () => new Authenticator('site.test', siteUrl)

async function signIn(authenticator: Authenticator) {
  const { challenge_id, options } = await begin('authentication')
  return post('passkeys/authentication/verify', { challenge_id, credential: authenticator.get(options) })
}

describe('a passkey', () => {
  it('signs its user in, by auth-js as by hand, and says when it was used', async () => {
    const { client, userId } = await givenUser()
    const authenticator = newAuthenticator()
    const started = await client.auth.passkey.startRegistration()
    expect(started.data?.options).toMatchObject({
      rp: { id: 'site.test' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    if (!started.data) throw started.error
    const registered = await client.auth.passkey.verifyRegistration({
      challengeId: started.data.challenge_id,
      credential: authenticator.create(started.data.options),
    })
    expect(registered.error).toBeNull()
    const { status, body } = await signIn(authenticator)
    expect(status).toBe(200)
    expect(decodeJwt(String(body.access_token))).toMatchObject({
      sub: userId,
      aal: 'aal1',
      amr: [{ method: 'passkey' }],
    })
    const { data } = await client.auth.passkey.list()
    expect(data).toMatchObject([{ id: registered.data?.id, last_used_at: expect.any(String) }])
    expect(JSON.stringify(data)).not.toContain(authenticator.keyId.toString('base64url'))
  })

  it('is renamed and taken away by its user alone, and by administrators', async () => {
    const { client, userId, register } = await givenUser()
    const authenticator = newAuthenticator()
    const { body } = await register(authenticator)
    const passkeyId = String(body.id)
    const other = await givenUser('dana@example.com')
    expect((await other.client.auth.passkey.update({ passkeyId, friendlyName: 'mine' })).error?.status).toBe(
      404,
    )
    expect((await other.client.auth.passkey.delete({ passkeyId })).error?.status).toBe(404)
    const renamed = await client.auth.passkey.update({ passkeyId, friendlyName: 'phone' })
    expect(renamed.data).toMatchObject({ id: passkeyId, friendly_name: 'phone' })
    const admin = serviceClient(platform).auth.admin
    expect((await admin.passkey.listPasskeys({ userId })).data).toMatchObject([{ friendly_name: 'phone' }])
    expect((await admin.passkey.deletePasskey({ userId, passkeyId })).error).toBeNull()
    expect(await signIn(authenticator)).toMatchObject({
      status: 400,
      body: { error_code: 'webauthn_verification_failed' },
    })
  })

  it('answers a challenge once, even ten times at the same moment, and within its time', async () => {
    const { register } = await givenUser()
    const authenticator = newAuthenticator()
    await register(authenticator)
    const { challenge_id, options } = await begin('authentication')
    const credential = authenticator.get(options)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => post('passkeys/authentication/verify', { challenge_id, credential })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const late = await begin('authentication')
    await platform.db
      .updateTable('auth.webauthn_challenges')
      .set({ expires_at: new Date(0) })
      .execute()
    expect(
      await post('passkeys/authentication/verify', {
        challenge_id: late.challenge_id,
        credential: authenticator.get(late.options),
      }),
    ).toMatchObject({ status: 400, body: { error_code: 'webauthn_challenge_expired' } })
  })

  it.each<[string, (authenticator: Authenticator, options: Begun['options']) => Record<string, unknown>]>([
    [
      'that nobody unlocked',
      (one, options) => {
        one.flags.isVerified = false
        return one.get(options)
      },
    ],
    [
      'that counts no further, as a copy does',
      (one, options) => {
        one.counter = -1
        return one.get(options)
      },
    ],
    ['to another challenge', (one) => one.get({ challenge: 'AAAA' })],
    ['of nonsense', () => ({ id: 'AAAA', response: 7 })],
    [
      'with another signature',
      (one, options) => {
        const shown = one.get(options) as { response: Record<string, string> }
        return { ...shown, response: { ...shown.response, signature: 'MAYCAQECAQE' } }
      },
    ],
    [
      'for somebody else',
      (one, options) => {
        const shown = one.get(options) as { response: Record<string, string> }
        return { ...shown, response: { ...shown.response, userHandle: 'AAAA' } }
      },
    ],
  ])('takes no answer %s', async (_what, answer) => {
    const { register } = await givenUser()
    const authenticator = newAuthenticator()
    await register(authenticator)
    expect((await signIn(authenticator)).status).toBe(200)
    const { challenge_id, options } = await begin('authentication')
    const credential = answer(authenticator, options)
    expect(await post('passkeys/authentication/verify', { challenge_id, credential })).toMatchObject({
      status: 400,
      body: { error_code: 'webauthn_verification_failed' },
    })
  })

  it.each([
    ['of another site', new Authenticator('site.test', 'http://elsewhere.test')],
    ['of another domain', new Authenticator('elsewhere.test', siteUrl)],
  ])('%s is not registered', async (_what, authenticator) => {
    const { register } = await givenUser()
    expect(await register(authenticator)).toMatchObject({
      status: 400,
      body: { error_code: 'webauthn_verification_failed' },
    })
  })

  it("belongs to one user, who has a few, and opens no banned account's", async () => {
    const { userId, register } = await givenUser()
    const authenticator = newAuthenticator()
    expect((await register(authenticator)).status).toBe(200)
    const other = await givenUser('dana@example.com')
    expect(await other.register(authenticator)).toMatchObject({
      status: 422,
      body: { error_code: 'webauthn_credential_exists' },
    })
    const second = newAuthenticator()
    expect((await register(second)).status).toBe(200)
    const { token } = await givenUser()
    expect(await post('passkeys/registration/options', {}, token)).toMatchObject({
      status: 422,
      body: { error_code: 'too_many_passkeys' },
    })
    await serviceClient(platform).auth.admin.updateUserById(userId, { ban_duration: '1h' })
    expect(await signIn(second)).toMatchObject({ status: 403, body: { error_code: 'user_banned' } })
  })

  it('is for those who have an account', async () => {
    expect((await post('passkeys/registration/options', {})).status).toBe(401)
    const { body } = await post('signup', {})
    expect(await post('passkeys/registration/options', {}, String(body.access_token))).toMatchObject({
      status: 403,
      body: { error_code: 'no_authorization' },
    })
  })
})

describe('a key as a second factor', () => {
  type Challenged = {
    id: string
    webauthn: { type: string; credential_options: { publicKey: Begun['options'] } }
  }

  it('is enrolled and shown, each challenge once, and lifts the session to AAL2', async () => {
    const { token } = await givenUser()
    const authenticator = newAuthenticator()
    const { body: factor } = await post('factors', { factor_type: 'webauthn', friendly_name: 'key' }, token)
    const prove = async (bearer: string, answered?: Challenged) => {
      const challenged =
        answered ?? ((await post(`factors/${factor.id}/challenge`, {}, bearer)).body as unknown as Challenged)
      const { type, credential_options } = challenged.webauthn
      const options = credential_options.publicKey
      const credential_response =
        type === 'create' ? authenticator.create(options) : authenticator.get(options)
      const shown = { challenge_id: challenged.id, webauthn: { type, credential_response } }
      return { challenged, type, answer: await post(`factors/${factor.id}/verify`, shown, bearer) }
    }
    const first = await prove(token)
    expect(first.type).toBe('create')
    expect(first.answer.status).toBe(200)
    const lifted = String(first.answer.body.access_token)
    expect(decodeJwt(lifted)).toMatchObject({ aal: 'aal2' })
    expect((await prove(lifted, first.challenged)).answer.status).toBe(422)

    const again = await givenUser()
    const second = await prove(again.token)
    expect(second.type).toBe('request')
    expect(decodeJwt(String(second.answer.body.access_token))).toMatchObject({
      aal: 'aal2',
      amr: expect.arrayContaining([expect.objectContaining({ method: 'mfa/webauthn' })]),
    })
    authenticator.counter = 0
    const copied = await prove(again.token)
    expect(copied.answer).toMatchObject({ status: 422, body: { error_code: 'mfa_verification_failed' } })
  })
})
