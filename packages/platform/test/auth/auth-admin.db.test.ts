import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { providers } from '../../src/optional/providers/providers.ts'
import { agreeToChange, call, serviceClient, signedInClient, visitorClient } from '../../testing/clients.ts'
import { givenPlatform, type TestPlatform } from '../../testing/given-platform.ts'
import { truncateAll } from '../../testing/truncate-all.ts'

const asel = 'asel@example.com'
const newAddress = 'asel.new@example.com'
const page = 'http://site.test/profile'
let platform: TestPlatform

beforeAll(async () => {
  platform = await givenPlatform({ optionalSignIns: [providers({ manualLinking: true })] })
})
afterAll(() => platform.close())
beforeEach(async () => {
  await truncateAll(platform.db)
  platform.mails.length = 0
})

const admin = () => serviceClient(platform).auth.admin

describe('an invitation', () => {
  it('makes an account and mails a link into it', async () => {
    const { data, error } = await admin().inviteUserByEmail(asel, {
      data: { name: 'Асель' },
      redirectTo: page,
    })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email: asel, user_metadata: { name: 'Асель' } })
    expect(data.user?.invited_at).toMatch(/Z$/)
    const mail = platform.lastMailTo(asel)
    expect(mail.kind).toBe('invite')
    expect(new URL(mail.link).searchParams.get('redirect_to')).toBe(page)
    const accepted = await visitorClient(platform).auth.verifyOtp({
      email: asel,
      token: mail.code,
      type: 'invite',
    })
    expect(accepted.data.user?.id).toBe(data.user?.id)
    expect(accepted.data.user?.email_confirmed_at).toBeTruthy()
  })

  it('is refused for someone who has an account, and to those who may not invite', async () => {
    await signedInClient(platform, asel)
    expect((await admin().inviteUserByEmail(asel)).error).toMatchObject({ status: 422, code: 'email_exists' })
    const body = JSON.stringify({ email: newAddress })
    expect((await call(platform, '/auth/v1/invite', { method: 'POST', body })).status).toBe(401)
    const asVisitor = await call(platform, '/auth/v1/invite', {
      method: 'POST',
      key: platform.keys.publishable,
      body,
    })
    expect(asVisitor).toMatchObject({ status: 403, body: { error_code: 'not_admin' } })
  })
})

describe('a link made by an administrator', () => {
  it.each(['invite', 'magiclink', 'signup', 'recovery'] as const)(
    'of kind %s signs its owner in',
    async (type) => {
      if (type === 'recovery') await signedInClient(platform, asel)
      const { data, error } = await admin().generateLink(
        type === 'signup'
          ? { type, email: asel, password: 'long enough', options: { redirectTo: page } }
          : { type, email: asel, options: { redirectTo: page } },
      )
      expect(error).toBeNull()
      expect(data.user?.email).toBe(asel)
      expect(data.properties).toMatchObject({ redirect_to: page })
      expect(data.properties?.email_otp).toMatch(/^\d{6}$/)
      const link = (data.properties?.action_link ?? '').replace('http://platform.test', platform.url)
      // A mail's scanner asks first, and uses nothing up.
      expect((await fetch(link, { method: 'HEAD', redirect: 'manual' })).headers.get('location')).toBeNull()
      const answer = await fetch(link, { redirect: 'manual' })
      const back = new URL(answer.headers.get('location') ?? '')
      expect(back.origin + back.pathname).toBe(page)
      expect(new URLSearchParams(back.hash.slice(1)).get('access_token')).toBeTruthy()
    },
  )

  it('carries a code and a token that work too', async () => {
    const byCode = await admin().generateLink({ type: 'magiclink', email: asel })
    expect(byCode.data.properties?.verification_type).toBe('signup')
    const token = byCode.data.properties?.email_otp ?? ''
    const signedIn = await visitorClient(platform).auth.verifyOtp({ email: asel, token, type: 'signup' })
    expect(signedIn.error).toBeNull()
    const byToken = await admin().generateLink({ type: 'magiclink', email: asel })
    expect(byToken.data.properties?.verification_type).toBe('magiclink')
    const token_hash = byToken.data.properties?.hashed_token ?? ''
    expect((await visitorClient(platform).auth.verifyOtp({ token_hash, type: 'magiclink' })).error).toBeNull()
    expect(platform.mails).toHaveLength(0)
  })

  it('changes an address when both halves are used', async () => {
    const { client } = await signedInClient(platform, asel)
    const current = await admin().generateLink({
      type: 'email_change_current',
      email: asel,
      newEmail: newAddress,
    })
    const next = await admin().generateLink({ type: 'email_change_new', email: asel, newEmail: newAddress })
    const answers = []
    for (const { data } of [current, next]) {
      const token_hash = data.properties?.hashed_token ?? ''
      answers.push((await agreeToChange(platform, client, { token_hash })).body.user)
    }
    expect(answers).toMatchObject([undefined, { email: newAddress }])
  })

  it('is refused where it makes no sense', async () => {
    expect((await admin().generateLink({ type: 'recovery', email: asel })).error).toMatchObject({
      status: 404,
      code: 'user_not_found',
    })
    await signedInClient(platform, asel)
    expect(
      (await admin().generateLink({ type: 'signup', email: asel, password: 'long enough' })).error,
    ).toMatchObject({ status: 422, code: 'email_exists' })
    const unknown = await call(platform, '/auth/v1/admin/generate_link', {
      method: 'POST',
      key: platform.keys.secret,
      body: JSON.stringify({ type: 'sms', email: asel }),
    })
    expect(unknown).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } })
  })
})

describe('an identity', () => {
  async function givenTwoIdentities(facts = {}) {
    const { client, userId } = await signedInClient(platform, asel)
    await platform.db
      .insertInto('auth.identities')
      .values({
        provider_id: 'g-1',
        user_id: userId,
        identity_data: JSON.stringify({ sub: 'g-1', email: newAddress, email_verified: true, ...facts }),
        provider: 'google',
        created_at: new Date(),
        updated_at: new Date(),
        last_sign_in_at: new Date(),
      })
      .execute()
    const { data } = await client.auth.getUserIdentities()
    return { client, identities: data?.identities ?? [] }
  }

  it('can be taken away while another is left, and the address follows', async () => {
    const { client, identities } = await givenTwoIdentities()
    const own = identities.find(({ provider }) => provider === 'email')
    if (!own) throw new Error('no identity')
    expect((await client.auth.unlinkIdentity(own)).error).toBeNull()
    const { data } = await client.auth.getUser()
    expect(data.user).toMatchObject({
      email: newAddress,
      app_metadata: { provider: 'google', providers: ['google'] },
    })
    const [last] = data.user?.identities ?? []
    if (!last) throw new Error('no identity')
    expect((await client.auth.unlinkIdentity(last)).error).toMatchObject({
      status: 422,
      code: 'single_identity_not_deletable',
    })
  })

  it.each([false, undefined])('lends no address that its site does not vouch for: %s', async (vouched) => {
    const { client, identities } = await givenTwoIdentities({ email_verified: vouched })
    const own = identities.find(({ provider }) => provider === 'email')
    if (!own) throw new Error('no identity')
    expect((await client.auth.unlinkIdentity(own)).error).toBeNull()
    const { user } = (await client.auth.getUser()).data
    expect(user?.email).toBe('')
    expect(user).not.toHaveProperty('email_confirmed_at')
    expect(user?.user_metadata).not.toHaveProperty('email')
  })

  it('of a number takes the number along, its codes too, and leaves the address and the password', async () => {
    const { client, userId } = await signedInClient(platform, asel)
    await client.auth.updateUser({ password: 'long enough' })
    await admin().updateUserById(userId, { phone: '77010000001', phone_confirm: true })
    await platform.db
      .insertInto('auth.one_time_tokens')
      .values({
        id: crypto.randomUUID(),
        user_id: userId,
        token_type: 'recovery_token',
        token_hash: 'hash',
        relates_to: '77010000001',
      })
      .execute()
    const { data } = await client.auth.getUserIdentities()
    const ofPhone = data?.identities.find(({ provider }) => provider === 'phone')
    if (!ofPhone) throw new Error('the number has no identity')
    expect((await client.auth.unlinkIdentity(ofPhone)).error).toBeNull()
    const { user } = (await client.auth.getUser()).data
    expect(user).toMatchObject({ email: asel, phone: '', user_metadata: { phone_verified: false } })
    expect(user).not.toHaveProperty('phone_confirmed_at')
    expect(
      await platform.db
        .selectFrom('auth.one_time_tokens')
        .select('id')
        .where('relates_to', '=', '77010000001')
        .execute(),
    ).toEqual([])
    const signedIn = await visitorClient(platform).auth.signInWithPassword({
      email: asel,
      password: 'long enough',
    })
    expect(signedIn.error).toBeNull()
  })

  it('of someone else or of nobody is not found, and ids have to be UUIDs', async () => {
    const { client } = await givenTwoIdentities()
    const token = (await client.auth.getSession()).data.session?.access_token ?? ''
    const remove = (id: string) =>
      call(platform, `/auth/v1/user/identities/${id}`, { method: 'DELETE', token })
    expect(await remove(crypto.randomUUID())).toMatchObject({
      status: 422,
      body: { error_code: 'identity_not_found' },
    })
    expect(await remove('nonsense')).toMatchObject({
      status: 404,
      body: { error_code: 'validation_failed', msg: 'identity_id must be an UUID' },
    })
  })

  it('stays when its last two are taken away at the same moment', async () => {
    const { client, identities } = await givenTwoIdentities()
    const answers = await Promise.all(identities.map((identity) => client.auth.unlinkIdentity(identity)))
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
  })
})

describe('a password set by an administrator', () => {
  it('ends the sessions of its user, and the codes that are on their way', async () => {
    const { client, userId } = await signedInClient(platform, asel)
    const { session } = (await client.auth.getSession()).data
    await visitorClient(platform).auth.resetPasswordForEmail(asel)
    const { code } = platform.lastMailTo(asel)
    expect((await admin().updateUserById(userId, { password: 'another one' })).error).toBeNull()
    const shown = await call(platform, '/auth/v1/user', { token: session?.access_token ?? '' })
    expect(shown).toMatchObject({ status: 403, body: { error_code: 'session_not_found' } })
    const refreshed = await client.auth.refreshSession({ refresh_token: session?.refresh_token ?? '' })
    expect(refreshed.error?.code).toBe('refresh_token_not_found')
    const late = await visitorClient(platform).auth.verifyOtp({ email: asel, token: code, type: 'recovery' })
    expect(late.error?.code).toBe('otp_expired')
  })
})

it('users are listed newest first, or oldest first when asked', async () => {
  const key = platform.keys.secret
  const emails = ['first@example.com', 'second@example.com']
  for (const email of emails) await admin().createUser({ email })
  const list = async (query: string) => {
    const { body } = await call(platform, `/auth/v1/admin/users${query}`, { key, token: key })
    return (body.users as { email: string }[]).map(({ email }) => email)
  }
  expect(await list('')).toEqual([...emails].reverse())
  expect(await list('?sort=created_at%20asc')).toEqual(emails)
})

it('a body that is too large is refused by its name', async () => {
  const body = 'x'.repeat(2 * 1024 * 1024)
  const { status, body: refusal } = await call(platform, '/auth/v1/signup', { method: 'POST', body })
  expect([status, refusal.error_code]).toEqual([413, 'request_entity_too_large'])
})
