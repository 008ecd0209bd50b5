import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call, serviceClient, signedInClient, visitorClient } from '../../testing/clients.ts'
import { givenSharedDatabase, type SharedDatabase, type TestPlatform } from '../../testing/given-platform.ts'
import { truncateAll } from '../../testing/truncate-all.ts'

const aselsPhone = '77010000001'
const newPhone = '77010000002'
const password = 'long enough'

let shared: SharedDatabase
let platform: TestPlatform

beforeAll(async () => {
  shared = await givenSharedDatabase()
  platform = await shared.open({ auth: { phoneEnabled: true, phoneAutoconfirm: true } })
})
afterAll(() => platform.close().then(shared.drop))
beforeEach(() => truncateAll(platform.db))

describe('where numbers confirm themselves', () => {
  it('signs up and in with a number and a password', async () => {
    const client = visitorClient(platform)
    const { data } = await client.auth.signUp({ phone: aselsPhone, password })
    expect(data.session?.user).toMatchObject({
      phone: aselsPhone,
      email: '',
      app_metadata: { provider: 'phone', providers: ['phone'] },
      user_metadata: { phone_verified: true },
      identities: [{ provider: 'phone', identity_data: { phone: aselsPhone, phone_verified: true } }],
      is_anonymous: false,
    })
    expect(data.session?.user.phone_confirmed_at).toMatch(/^\d{4}-/)
    const twice = await client.auth.signUp({ phone: aselsPhone, password })
    expect(twice.error?.code).toBe('user_already_exists')
    expect((await client.auth.signInWithPassword({ phone: `+${aselsPhone}`, password })).error).toBeNull()
    const wrong = await client.auth.signInWithPassword({ phone: aselsPhone, password: 'another one' })
    expect(wrong.error?.code).toBe('invalid_credentials')
  })

  it('changes the number at once, but not to somebody else’s', async () => {
    await visitorClient(platform).auth.signUp({ phone: aselsPhone, password })
    const { client } = await signedInClient(platform, 'asel@example.com')
    expect((await client.auth.updateUser({ phone: aselsPhone })).error?.code).toBe('phone_exists')
    const { data } = await client.auth.updateUser({ phone: newPhone })
    expect(data.user).toMatchObject({ phone: newPhone, app_metadata: { providers: ['email', 'phone'] } })
  })

  it.each([
    ['otp', { phone: newPhone }, 422, 'sms_send_failed'],
    ['resend', { phone: newPhone, type: 'sms' }, 422, 'sms_send_failed'],
    ['verify', { phone: newPhone, type: 'sms', token: '123456' }, 403, 'otp_expired'],
    ['signup', { phone: '12-34', password }, 400, 'validation_failed'],
  ])('sends no code: %s', async (path, body, status, code) => {
    const answer = await call(platform, `/auth/v1/${path}`, { method: 'POST', body: JSON.stringify(body) })
    expect(answer).toMatchObject({ status, body: { error_code: code } })
  })
})

it('lets an administrator make an account with a number that counts', async () => {
  const admin = serviceClient(platform).auth.admin
  const { data } = await admin.createUser({ phone: `+${aselsPhone}`, phone_confirm: true, password })
  expect(data.user).toMatchObject({ phone: aselsPhone, identities: [{ provider: 'phone' }] })
  const client = visitorClient(platform)
  expect((await client.auth.signInWithPassword({ phone: aselsPhone, password })).error).toBeNull()
})

it('lets nobody in by a number that nobody has confirmed', async () => {
  await serviceClient(platform).auth.admin.createUser({ phone: aselsPhone, password })
  const early = await visitorClient(platform).auth.signInWithPassword({ phone: aselsPhone, password })
  expect(early.error).toMatchObject({ status: 400, code: 'phone_not_confirmed' })
})

it('signs nobody up where numbers do not confirm themselves', async () => {
  const strict = await shared.open({ auth: { phoneEnabled: true } })
  const { error } = await visitorClient(strict).auth.signUp({ phone: aselsPhone, password })
  expect(error).toMatchObject({ status: 422, code: 'sms_send_failed' })
  await strict.close()
})

describe('where phones are switched off', () => {
  let off: TestPlatform
  beforeAll(async () => {
    off = await shared.open()
  })
  afterAll(() => off.close())

  it.each([
    ['signup', { phone: aselsPhone, password }, 'Phone signups are disabled', 400],
    ['token?grant_type=password', { phone: aselsPhone, password }, 'Phone logins are disabled', 422],
    ['otp', { phone: aselsPhone }, 'Unsupported phone provider', 400],
    ['resend', { phone: aselsPhone, type: 'sms' }, 'Phone logins are disabled', 400],
  ])('%s says so', async (path, body, msg, status) => {
    const answer = await call(off, `/auth/v1/${path}`, { method: 'POST', body: JSON.stringify(body) })
    expect(answer).toMatchObject({ status, body: { error_code: 'phone_provider_disabled', msg } })
  })
})
