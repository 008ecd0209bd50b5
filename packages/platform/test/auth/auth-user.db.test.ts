import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { agreeToChange, call, signedInClient, visitorClient } from '../../testing/clients.ts'
import { givenPlatform, type TestPlatform } from '../../testing/given-platform.ts'
import { truncateAll } from '../../testing/truncate-all.ts'

const asel = 'asel@example.com'
const newAddress = 'asel.new@example.com'
let platform: TestPlatform

beforeAll(async () => {
  platform = await givenPlatform({
    auth: { updatePasswordRequireReauthentication: true, anonymousUsersEnabled: true },
  })
})
afterAll(() => platform.close())
beforeEach(async () => {
  await truncateAll(platform.db)
  platform.mails.length = 0
})

async function ageSessions() {
  await platform.db
    .updateTable('auth.sessions')
    .set({ created_at: new Date(Date.now() - 25 * 3600 * 1000) })
    .execute()
}

describe('a new password long after signing in', () => {
  it('needs a code from the mailbox, once', async () => {
    const { client } = await signedInClient(platform, asel)
    await ageSessions()
    expect((await client.auth.updateUser({ password: 'new password' })).error).toMatchObject({
      status: 400,
      code: 'reauthentication_needed',
    })
    expect((await client.auth.reauthenticate()).error).toBeNull()
    const { code, kind } = platform.lastMailTo(asel)
    expect(kind).toBe('reauthentication')
    const wrong = code === '000000' ? '000001' : '000000'
    expect((await client.auth.updateUser({ password: 'new password', nonce: wrong })).error).toMatchObject({
      status: 422,
      code: 'reauthentication_not_valid',
    })
    expect((await client.auth.updateUser({ password: 'new password', nonce: code })).error).toBeNull()
    expect((await client.auth.updateUser({ password: 'yet another', nonce: code })).error?.code).toBe(
      'reauthentication_not_valid',
    )
    const signedIn = await visitorClient(platform).auth.signInWithPassword({
      email: asel,
      password: 'new password',
    })
    expect(signedIn.error).toBeNull()
  })

  it('takes no more than five guesses at that code', async () => {
    const { client } = await signedInClient(platform, asel)
    await ageSessions()
    await client.auth.reauthenticate()
    const { code } = platform.lastMailTo(asel)
    const wrong = code === '000000' ? '000001' : '000000'
    for (let i = 0; i < 5; i++) await client.auth.updateUser({ password: 'new password', nonce: wrong })
    expect((await client.auth.updateUser({ password: 'new password', nonce: code })).error?.code).toBe(
      'reauthentication_not_valid',
    )
  })

  it('needs none right after signing in', async () => {
    const { client } = await signedInClient(platform, asel)
    expect((await client.auth.updateUser({ password: 'new password' })).error).toBeNull()
  })
})

describe('an unfinished change of address', () => {
  it('can be mailed again, and then both mailboxes have to agree anew', async () => {
    const { client } = await signedInClient(platform, asel)
    await client.auth.updateUser({ email: newAddress })
    const first = platform.lastMailTo(newAddress).code
    expect((await agreeToChange(platform, client, { email: newAddress, token: first })).status).toBe(200)
    const visitor = visitorClient(platform)
    expect((await visitor.auth.resend({ type: 'email_change', email: asel })).error).toBeNull()
    await expect.poll(() => platform.mails.length).toBe(5)
    const one = await agreeToChange(platform, client, { email: asel, token: platform.lastMailTo(asel).code })
    expect(one.body).not.toHaveProperty('access_token')
    const two = await agreeToChange(platform, client, {
      email: newAddress,
      token: platform.lastMailTo(newAddress).code,
    })
    expect(two.body.user).toMatchObject({ email: newAddress })
  })

  it('is not told to strangers: resend answers alike', async () => {
    await signedInClient(platform, asel)
    const visitor = visitorClient(platform)
    for (const email of [asel, 'nobody@example.com']) {
      expect((await visitor.auth.resend({ type: 'email_change', email })).error).toBeNull()
    }
  })

  it.each(['GET', 'HEAD'])('is not agreed to by whoever opens a link with %s', async (method) => {
    const { client } = await signedInClient(platform, asel)
    await client.auth.updateUser({ email: newAddress }, { emailRedirectTo: 'http://site.test/profile' })
    const follow = async (email: string) => {
      const link = platform.lastMailTo(email).link.replace('http://platform.test', platform.url)
      const location = (await fetch(link, { method, redirect: 'manual' })).headers.get('location')
      return location && new URLSearchParams(new URL(location).hash.slice(1)).get('error_code')
    }
    const told = method === 'HEAD' ? null : 'address_change_needs_code'
    expect([await follow(asel), await follow(newAddress)]).toEqual([told, told])
    expect((await client.auth.getUser()).data.user?.email).toBe(asel)
    for (const email of [asel, newAddress]) {
      const { code: token } = platform.lastMailTo(email)
      expect((await agreeToChange(platform, client, { email, token })).status).toBe(200)
    }
    const named = await visitorClient(platform).auth.signInWithOtp({
      email: newAddress,
      options: { shouldCreateUser: false },
    })
    expect(named.error).toBeNull()
  })
})

describe('a change of address', () => {
  it('asks for a proof of the last minutes, whatever the session, and writes to nobody without one', async () => {
    const { client } = await signedInClient(platform, asel)
    await sql`update auth.sessions set created_at = now() - interval '16 minutes'`.execute(platform.db)
    const before = platform.mails.length
    const refused = await client.auth.updateUser({ email: newAddress })
    expect(refused.error).toMatchObject({ status: 400, code: 'reauthentication_needed' })
    const wrong = await client.auth.updateUser({ email: newAddress, nonce: 'wrong' })
    expect(wrong.error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' })
    expect(platform.mails.length).toBe(before)
    expect((await client.auth.getUser()).data.user?.new_email).toBeUndefined()

    await client.auth.reauthenticate()
    const { code: nonce } = platform.lastMailTo(asel)
    const asked = await client.auth.updateUser({ email: newAddress, password: 'with one code', nonce })
    expect(asked.error).toBeNull()
    await expect.poll(() => platform.mails.some(({ to }) => to === newAddress)).toBe(true)
  })

  it('is agreed to by nobody but whoever asked', async () => {
    const { client } = await signedInClient(platform, asel)
    const { client: other } = await signedInClient(platform, 'berik@example.com')
    await client.auth.updateUser({ email: newAddress })
    await expect.poll(() => platform.mails.some(({ to }) => to === newAddress)).toBe(true)
    const { code: token, link } = platform.lastMailTo(newAddress)
    const token_hash = new URL(link).searchParams.get('token') ?? ''
    for (const shown of [{ email: newAddress, token }, { token_hash }]) {
      expect((await agreeToChange(platform, visitorClient(platform), shown)).status).toBe(401)
      expect((await agreeToChange(platform, other, shown)).body.error_code).toBe('otp_expired')
    }
    expect((await agreeToChange(platform, client, { token_hash })).status).toBe(200)
  })

  it('ends every session and every way in from before, and whose the address was is nobody', async () => {
    const { userId } = await signedInClient(platform, asel)
    const { client: elsewhere } = await signedInClient(platform, asel)
    const password = 'of the account before'
    await elsewhere.auth.updateUser({ password })
    const { client: again } = await signedInClient(platform, asel)
    const confirmedBefore = (await again.auth.getUser()).data.user?.email_confirmed_at ?? ''
    await sql`insert into auth.webauthn_credentials (id, user_id, credential_id, public_key)
      values (gen_random_uuid(), ${userId}, 'of before', 'any')`.execute(platform.db)
    await sql`insert into auth.identities (provider_id, user_id, identity_data, provider)
      values ('of before', ${userId}, '{}', 'google')`.execute(platform.db)
    const olds = await Promise.all([elsewhere, again].map((one) => one.auth.getSession()))

    await again.auth.updateUser({ email: newAddress })
    await expect.poll(() => platform.mails.filter(({ kind }) => kind === 'email_change').length).toBe(2)
    const answers = []
    for (const email of [newAddress, asel]) {
      const { code: token } = platform.lastMailTo(email)
      answers.push((await agreeToChange(platform, again, { email, token })).body)
    }
    const { access_token, user } = answers[1] as { access_token: string; user: Record<string, unknown> }
    expect(user).toMatchObject({ email: newAddress, app_metadata: { providers: ['email'] } })
    expect(String(user.email_confirmed_at) > confirmedBefore).toBe(true)
    expect((await call(platform, '/auth/v1/user', { token: access_token })).status).toBe(200)
    for (const { data } of olds) {
      const refresh_token = data.session?.refresh_token ?? ''
      const { error } = await visitorClient(platform).auth.refreshSession({ refresh_token })
      expect(error?.code).toBe('refresh_token_not_found')
    }
    for (const email of [asel, newAddress]) {
      const { error } = await visitorClient(platform).auth.signInWithPassword({ email, password })
      expect(error?.code).toBe('invalid_credentials')
    }
    const { rows } = await sql`select from auth.webauthn_credentials`.execute(platform.db)
    expect(rows).toEqual([])
  })
})

describe('someone without an address', () => {
  it('gets one by confirming it, and a password only with it', async () => {
    const client = visitorClient(platform)
    const { data } = await client.auth.signInAnonymously()
    expect((await client.auth.updateUser({ password: 'long enough' })).error).toMatchObject({ status: 422 })
    await client.auth.updateUser({ email: newAddress })
    const { code } = platform.lastMailTo(newAddress)
    const named = await agreeToChange(platform, client, { email: newAddress, token: code })
    expect(named.body.user).toMatchObject({
      id: data.user?.id,
      email: newAddress,
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
    })
  })

  it('enrols no factor', async () => {
    const client = visitorClient(platform)
    await client.auth.signInAnonymously()
    expect((await client.auth.mfa.enroll({ factorType: 'totp' })).error).toMatchObject({
      status: 403,
      code: 'no_authorization',
    })
  })

  it('cannot reauthenticate', async () => {
    const client = visitorClient(platform)
    await client.auth.signInAnonymously()
    expect((await client.auth.reauthenticate()).error).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
  })
})

describe('what this platform does not offer', () => {
  it.each([
    ['/auth/v1/sso', { domain: 'example.com' }, 404, 'not_found'],
    ['/auth/v1/otp', { phone: '77010000000' }, 400, 'phone_provider_disabled'],
    ['/auth/v1/resend', { type: 'sms', phone: '77010000000' }, 400, 'phone_provider_disabled'],
    ['/auth/v1/verify', { type: 'sms', phone: '77010000000', token: '123456' }, 403, 'otp_expired'],
    ['/auth/v1/token?grant_type=web3', { chain: 'solana' }, 400, 'validation_failed'],
    ['/auth/v1/token?grant_type=id_token', { provider: 'google' }, 400, 'validation_failed'],
  ])('is refused: %s %j', async (path, body, status, code) => {
    const answer = await call(platform, path, { method: 'POST', body: JSON.stringify(body) })
    expect(answer).toMatchObject({ status, body: { error_code: code } })
  })
})
