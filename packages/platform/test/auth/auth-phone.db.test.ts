import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PlatformSettings } from '../../src/settings.ts'
import { agreeToChange, call, serviceClient, signedInClient, visitorClient } from '../../testing/clients.ts'
import { givenSharedDatabase, type SharedDatabase, type TestPlatform } from '../../testing/given-platform.ts'
import { truncateAll } from '../../testing/truncate-all.ts'

const aselsPhone = '77010000001'
const newPhone = '77010000002'
const password = 'long enough'

type Sent = { phone: string; code: string; channel: string }
const texts: Sent[] = []
let isReachable = true
let shared: SharedDatabase
let platform: TestPlatform

const sms = {
  autoconfirm: false,
  otpLength: 6,
  otpExp: 600,
  maxFrequency: 0,
  template: 'Code {{ .Code }}',
  testCodes: { '77019999999': '424242' },
  testCodesValidUntil: null,
}
const provider: PlatformSettings['texts'] = {
  name: 'kept',
  channels: ['sms'],
  send: async (phone, text, channel) => {
    if (!isReachable) throw new Error('no answer')
    texts.push({ phone, code: text.replace('Code ', ''), channel })
  },
}

beforeAll(async () => {
  shared = await givenSharedDatabase()
  platform = await shared.open({
    texts: provider,
    auth: {
      phoneEnabled: true,
      sms,
      mfa: {
        maxEnrolledFactors: 10,
        challengeExpiry: 300,
        totpEnrollEnabled: true,
        totpVerifyEnabled: true,
        phoneEnrollEnabled: true,
        phoneVerifyEnabled: true,
        phoneOtpLength: 6,
        phoneTemplate: 'Code {{ .Code }}',
        phoneMaxFrequency: 0,
        requiredOfAppRoles: [],
        enrollWithinSeconds: null,
      },
    },
  })
})
afterAll(() => platform.close().then(shared.drop))
beforeEach(async () => {
  await truncateAll(platform.db)
  texts.length = 0
  isReachable = true
})

/** The code texted to a number last. Texts that nobody waits for are under way for a moment. */
async function codeFor(phone: string): Promise<string> {
  return expect
    .poll(() => texts.findLast((text) => text.phone === phone)?.code)
    .toMatch(/^\d{6}$/)
    .then(() => texts.findLast((text) => text.phone === phone)?.code ?? '')
}

async function signedInByPhone(phone: string) {
  const client = visitorClient(platform)
  await client.auth.signInWithOtp({ phone: `+${phone}` })
  const { data, error } = await client.auth.verifyOtp({ phone, token: await codeFor(phone), type: 'sms' })
  if (error || !data.user) throw error ?? new Error('nobody was signed in')
  return { client, user: data.user }
}

describe('signing in by a texted code', () => {
  it('makes an account for an unknown number and finds it again', async () => {
    const first = await signedInByPhone(aselsPhone)
    expect(first.user).toMatchObject({
      phone: aselsPhone,
      email: '',
      app_metadata: { provider: 'phone', providers: ['phone'] },
      user_metadata: { phone_verified: true },
      identities: [{ provider: 'phone', identity_data: { phone: aselsPhone, phone_verified: true } }],
      is_anonymous: false,
    })
    expect(first.user.phone_confirmed_at).toMatch(/^\d{4}-/)
    expect((await signedInByPhone(aselsPhone)).user.id).toBe(first.user.id)
  })

  it('refuses a wrong code, a code twice, and the code of another number alike', async () => {
    const client = visitorClient(platform)
    await client.auth.signInWithOtp({ phone: aselsPhone })
    const token = await codeFor(aselsPhone)
    const wrong = token === '000000' ? '000001' : '000000'
    const tryIt = (phone: string, code: string) =>
      client.auth.verifyOtp({ phone, token: code, type: 'sms' }).then(({ error }) => error?.code)
    expect(await tryIt(aselsPhone, wrong)).toBe('otp_expired')
    expect(await tryIt(newPhone, token)).toBe('otp_expired')
    expect(await tryIt(aselsPhone, token)).toBeUndefined()
    expect(await tryIt(aselsPhone, token)).toBe('otp_expired')
  })

  it('sends nothing to a number whose code is settled, and takes that code', async () => {
    const client = visitorClient(platform)
    await client.auth.signInWithOtp({ phone: '77019999999' })
    const { data } = await client.auth.verifyOtp({ phone: '77019999999', token: '424242', type: 'sms' })
    expect(data.user?.phone).toBe('77019999999')
    expect(texts).toEqual([])
  })

  it('says so when the text cannot be sent, and lets the number ask again', async () => {
    isReachable = false
    const { error } = await visitorClient(platform).auth.signInWithOtp({ phone: aselsPhone })
    expect(error).toMatchObject({ status: 422, code: 'sms_send_failed' })
    isReachable = true
    expect((await visitorClient(platform).auth.signInWithOtp({ phone: aselsPhone })).error).toBeNull()
  })

  it('refuses what is no number, and a channel the provider lacks', async () => {
    const client = visitorClient(platform)
    const bad = await client.auth.signInWithOtp({ phone: '12-34' })
    expect(bad.error).toMatchObject({ status: 400, code: 'validation_failed' })
    const channel = await client.auth.signInWithOtp({ phone: aselsPhone, options: { channel: 'whatsapp' } })
    expect(channel.error?.message).toMatch(/^Invalid channel/)
  })
})

describe('signing up with a number and a password', () => {
  it('counts once the code was shown', async () => {
    const client = visitorClient(platform)
    const { data, error } = await client.auth.signUp({ phone: aselsPhone, password })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    const early = await client.auth.signInWithPassword({ phone: aselsPhone, password })
    expect(early.error).toMatchObject({ status: 400, code: 'phone_not_confirmed' })
    await client.auth.verifyOtp({ phone: aselsPhone, token: await codeFor(aselsPhone), type: 'sms' })
    expect((await client.auth.signInWithPassword({ phone: aselsPhone, password })).error).toBeNull()
  })

  it('answers for a number that is taken as for one that is not', async () => {
    await signedInByPhone(aselsPhone)
    const signUp = (phone: string) => visitorClient(platform).auth.signUp({ phone, password })
    const [taken, fresh] = [await signUp(aselsPhone), await signUp(newPhone)]
    const shapeOf = ({ data }: typeof taken) => Object.keys(data.user ?? {}).sort()
    expect(shapeOf(taken)).toEqual(shapeOf(fresh))
    expect(taken.data.user?.phone).toBe(aselsPhone)
  })

  it('forgets the password of a stranger when the owner of the number signs in', async () => {
    await visitorClient(platform).auth.signUp({ phone: aselsPhone, password })
    await codeFor(aselsPhone)
    texts.length = 0
    await signedInByPhone(aselsPhone)
    const { error } = await visitorClient(platform).auth.signInWithPassword({ phone: aselsPhone, password })
    expect(error?.code).toBe('invalid_credentials')
  })

  it('texts the code again when asked, and nothing to numbers nobody has', async () => {
    await visitorClient(platform).auth.signUp({ phone: aselsPhone, password })
    await codeFor(aselsPhone)
    texts.length = 0
    const client = visitorClient(platform)
    for (const phone of [aselsPhone, newPhone]) {
      expect((await client.auth.resend({ type: 'sms', phone })).error).toBeNull()
    }
    await codeFor(aselsPhone)
    expect(texts.map(({ phone }) => phone)).toEqual([aselsPhone])
  })
})

describe('changing the number', () => {
  it('counts once the new number has answered', async () => {
    const { client, userId } = await signedInClient(platform, 'asel@example.com')
    const { data } = await client.auth.updateUser({ phone: newPhone })
    expect(data.user).toMatchObject({ new_phone: newPhone, phone: '' })
    const shown = { phone: newPhone, token: await codeFor(newPhone) }
    const elsewhere = await visitorClient(platform).auth.verifyOtp({ ...shown, type: 'phone_change' })
    expect(elsewhere.error?.status).toBe(401)
    const verified = await agreeToChange(platform, client, shown)
    expect(verified.body.user).toMatchObject({
      id: userId,
      phone: newPhone,
      app_metadata: { providers: ['email', 'phone'] },
    })
  })

  it('ends every session and password from before', async () => {
    const email = 'asel@example.com'
    const { client } = await signedInClient(platform, email)
    const { client: other } = await signedInClient(platform, email)
    expect((await client.auth.updateUser({ password })).error).toBeNull()
    expect((await client.auth.updateUser({ phone: newPhone })).error).toBeNull()
    const verified = await agreeToChange(platform, client, {
      phone: newPhone,
      token: await codeFor(newPhone),
    })
    expect(verified.status).toBe(200)
    for (const each of [client, other])
      expect((await each.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    const byPassword = await visitorClient(platform).auth.signInWithPassword({ email, password })
    expect(byPassword.error?.code).toBe('invalid_credentials')
    const { rows } = await sql`select from auth.sessions`.execute(platform.db)
    expect(rows).toHaveLength(1)
  })

  it('is answered alike when the number belongs to someone, who gets no text', async () => {
    await signedInByPhone(newPhone)
    texts.length = 0
    const { client } = await signedInClient(platform, 'asel@example.com')
    const { data, error } = await client.auth.updateUser({ phone: newPhone })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ new_phone: newPhone, phone: '' })
    expect(texts).toEqual([])
  })
})

describe('a phone as a second factor', () => {
  it('is enrolled, lifts the session with a texted code, and steps down again', async () => {
    const { client } = await signedInClient(platform, 'asel@example.com')
    const enrolled = await client.auth.mfa.enroll({
      factorType: 'phone',
      phone: `+${aselsPhone}`,
      friendlyName: 'Мой',
    })
    expect(enrolled.data).toMatchObject({ type: 'phone', phone: `+${aselsPhone}` })
    const factorId = enrolled.data?.id ?? ''

    const { data: challenge } = await client.auth.mfa.challenge({ factorId })
    const code = await codeFor(aselsPhone)
    const challengeId = challenge?.id ?? ''
    const wrong = await client.auth.mfa.verify({ factorId, challengeId, code: `${Number(code) + 1}` })
    expect(wrong.error).toMatchObject({
      status: 422,
      code: 'mfa_verification_failed',
      message: 'Invalid MFA Phone code entered',
    })
    expect((await client.auth.mfa.verify({ factorId, challengeId, code })).error).toBeNull()
    const { data: level } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
    expect(level?.currentLevel).toBe('aal2')
    expect(level?.currentAuthenticationMethods).toContainEqual(
      expect.objectContaining({ method: 'mfa/phone' }),
    )
    const again = await client.auth.mfa.enroll({ factorType: 'phone', phone: aselsPhone })
    expect(again.error?.code).toBe('mfa_verified_factor_exists')
    expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull()
  })

  it('does not take the code of another challenge', async () => {
    const { client } = await signedInClient(platform, 'asel@example.com')
    const { data } = await client.auth.mfa.enroll({ factorType: 'phone', phone: aselsPhone })
    const factorId = data?.id ?? ''
    await client.auth.mfa.challenge({ factorId })
    const code = await codeFor(aselsPhone)
    const { data: second } = await client.auth.mfa.challenge({ factorId })
    const { error } = await client.auth.mfa.verify({ factorId, challengeId: second?.id ?? '', code })
    // Two codes are the same once in a million.
    expect(error?.code).toBe('mfa_verification_failed')
  })
})

it('lets an administrator make an account with a number that counts', async () => {
  const admin = serviceClient(platform).auth.admin
  const { data } = await admin.createUser({ phone: `+${aselsPhone}`, phone_confirm: true, password })
  expect(data.user).toMatchObject({ phone: aselsPhone, identities: [{ provider: 'phone' }] })
  const client = visitorClient(platform)
  expect((await client.auth.signInWithPassword({ phone: aselsPhone, password })).error).toBeNull()
})

describe('without a provider of texts', () => {
  let silent: TestPlatform
  beforeAll(async () => {
    silent = await shared.open({ auth: { sms: { ...sms, autoconfirm: true }, phoneEnabled: true } })
  })
  afterAll(() => silent.close())

  it('signs up where numbers confirm themselves, and refuses codes', async () => {
    const client = visitorClient(silent)
    const { data } = await client.auth.signUp({ phone: aselsPhone, password })
    expect(data.session?.user.phone).toBe(aselsPhone)
    const twice = await client.auth.signUp({ phone: aselsPhone, password })
    expect(twice.error?.code).toBe('user_already_exists')
    const { error } = await client.auth.signInWithOtp({ phone: newPhone })
    expect(error).toMatchObject({ status: 422, code: 'sms_send_failed' })
  })
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
