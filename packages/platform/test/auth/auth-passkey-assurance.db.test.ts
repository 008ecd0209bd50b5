import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { defaultMfa, defaultWebAuthn } from '../../src/resolve-settings.ts'
import { Authenticator, optionsOf } from '../../testing/authenticator.ts'
import { call, signedInClient } from '../../testing/clients.ts'
import { givenPlatform, type TestPlatform } from '../../testing/given-platform.ts'

const siteUrl = 'http://site.test'
let platform: TestPlatform

beforeAll(async () => {
  platform = await givenPlatform({
    siteUrl,
    auth: {
      mfa: { ...defaultMfa, enrollWithinSeconds: 600 },
      webauthn: { ...defaultWebAuthn(siteUrl), passkeysEnabled: true, passkeyAssurance: 'aal2' },
    },
  })
})
afterAll(() => platform.close())

const post = (path: string, body: object, token?: string) =>
  call(platform, `/auth/v1/passkeys/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    ...(token ? { token } : {}),
  })

const provenAt = (ago: string) =>
  sql`update auth.mfa_amr_claims set updated_at = now() - ${ago}::interval`.execute(platform.db)

it('a passkey that stands for two proofs is added after two, and then signs in at AAL2', async () => {
  const { client, userId } = await signedInClient(platform, 'asel@example.com')
  const token = (await client.auth.getSession()).data.session?.access_token ?? ''
  expect(await post('registration/options', {}, token)).toMatchObject({
    status: 403,
    body: { error_code: 'insufficient_aal' },
  })

  await platform.db.updateTable('auth.sessions').set({ aal: 'aal2' }).where('user_id', '=', userId).execute()
  const authenticator = new Authenticator('site.test', siteUrl)
  const begun = await post('registration/options', {}, token)
  expect(begun.status).toBe(200)
  const { challenge_id, options } = optionsOf(begun.body)
  const made = { challenge_id, credential: authenticator.create(options) }
  // Whoever began it may have lost the second proof meanwhile.
  await platform.db.updateTable('auth.sessions').set({ aal: 'aal1' }).where('user_id', '=', userId).execute()
  expect((await post('registration/verify', made, token)).status).toBe(403)
  await platform.db.updateTable('auth.sessions').set({ aal: 'aal2' }).where('user_id', '=', userId).execute()
  expect((await post('registration/verify', made, token)).status).toBe(200)

  const asked = optionsOf((await post('authentication/options', {})).body)
  const credential = authenticator.get(asked.options)
  const { status, body } = await post('authentication/verify', {
    challenge_id: asked.challenge_id,
    credential,
  })
  expect(status).toBe(200)
  expect(decodeJwt(String(body.access_token))).toMatchObject({ aal: 'aal2', amr: [{ method: 'passkey' }] })
  const refresh_token = String(body.refresh_token)
  const renewed = await call(platform, '/auth/v1/token?grant_type=refresh_token', {
    method: 'POST',
    body: JSON.stringify({ refresh_token }),
  })
  expect(decodeJwt(String(renewed.body.access_token))).toMatchObject({ aal: 'aal2' })
})

it('a passkey is taken away by whoever has proven themselves of late, and by no session left open', async () => {
  const { client, userId } = await signedInClient(platform, 'dana@example.com')
  const token = (await client.auth.getSession()).data.session?.access_token ?? ''
  await platform.db.updateTable('auth.sessions').set({ aal: 'aal2' }).where('user_id', '=', userId).execute()
  const { challenge_id, options } = optionsOf((await post('registration/options', {}, token)).body)
  const credential = new Authenticator('site.test', siteUrl).create(options)
  const { body } = await post('registration/verify', { challenge_id, credential }, token)
  const remove = () => call(platform, `/auth/v1/passkeys/${body.id}`, { method: 'DELETE', token })

  await provenAt('11 minutes')
  expect(await remove()).toMatchObject({
    status: 400,
    body: { error_code: 'reauthentication_needed', msg: 'Removing a passkey requires a recent sign-in' },
  })
  expect((await client.auth.passkey.list()).data).toHaveLength(1)
  const { client: elsewhere } = await signedInClient(platform, 'dana@example.com')
  await provenAt('9 minutes')
  expect((await remove()).status).toBe(204)
  // Whoever has the key may be signed in.
  expect((await client.auth.getUser()).error).toBeNull()
  expect((await elsewhere.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
})

it('a factor that counts is taken away by whoever has proven themselves of late, one never shown by anybody', async () => {
  const { client } = await signedInClient(platform, 'timur@example.com')
  const enroll = async (friendlyName: string) => {
    const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName })
    if (error) throw error
    return data
  }
  const { id: factorId, totp } = await enroll('phone')
  const code = new TOTP({ secret: Secret.fromBase32(totp.secret) }).generate()
  expect((await client.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()
  const { id: neverShown } = await enroll('tablet')

  await provenAt('11 minutes')
  expect((await client.auth.mfa.unenroll({ factorId })).error).toMatchObject({
    status: 400,
    code: 'reauthentication_needed',
    message: 'Removing a factor requires a recent sign-in',
  })
  const { client: elsewhere } = await signedInClient(platform, 'timur@example.com')
  expect((await client.auth.mfa.unenroll({ factorId: neverShown })).error).toBeNull()
  expect((await elsewhere.auth.getUser()).error).toBeNull()
  expect((await client.auth.mfa.listFactors()).data?.all.map(({ id }) => id)).toEqual([factorId])
  await provenAt('9 minutes')
  expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull()
  // Whoever has what showed it may be signed in.
  expect((await client.auth.getUser()).error).toBeNull()
  expect((await elsewhere.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
})
