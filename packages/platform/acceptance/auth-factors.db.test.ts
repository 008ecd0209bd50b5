import type { SupabaseClient } from '@supabase/supabase-js'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call, serviceClient, signedInClient } from '../testing/clients.ts'
import { givenServer, type Server } from './given-server.ts'

const asel = 'asel@example.com'
let platform: Server

beforeAll(async () => {
  platform = await givenServer()
})
afterAll(() => platform.close())
beforeEach(() => platform.reset())

function codeFor(secret: string, timestamp = Date.now()): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
}

async function enroll(client: SupabaseClient, friendlyName = 'phone') {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error) throw error
  return data
}

async function givenSecondFactor(email = asel) {
  const { client, userId } = await signedInClient(platform, email)
  const factor = await enroll(client)
  const shownAt = Date.now()
  const code = codeFor(factor.totp.secret, shownAt)
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code })
  if (error) throw error
  return { client, userId, factor, shownAt }
}

function wrongCode(secret: string): string {
  const now = new TOTP({ secret: Secret.fromBase32(secret) })
  const near = [-60, -30, 0, 30, 60].map((s) => now.generate({ timestamp: Date.now() + s * 1000 }))
  return (
    ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? ''
  )
}

describe('a second factor', () => {
  it('shows its secret once, as text, link and picture', async () => {
    const { client } = await signedInClient(platform, asel)
    const factor = await enroll(client)
    expect(factor.totp.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(factor.totp.uri).toContain(`secret=${factor.totp.secret}`)
    expect(factor.totp.uri).toContain('issuer=site.test')
    expect(factor.totp.qr_code).toMatch(/^data:image\/svg\+xml/)
    const { data } = await client.auth.getUser()
    expect(data.user?.factors).toEqual([
      expect.objectContaining({ id: factor.id, status: 'unverified', friendly_name: 'phone' }),
    ])
    expect(JSON.stringify(data)).not.toContain(factor.totp.secret)
  })

  it('has a name of 255 signs at most', async () => {
    const { client } = await signedInClient(platform, asel)
    await expect(enroll(client, 'a'.repeat(256))).rejects.toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
    expect((await enroll(client, 'a'.repeat(255))).friendly_name).toHaveLength(255)
  })

  it('lifts the session to AAL2 with the right code, and the token and its successors say so', async () => {
    const { client, userId } = await givenSecondFactor()
    const level = await client.auth.mfa.getAuthenticatorAssuranceLevel()
    expect(level.data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
    expect(
      level.data?.currentAuthenticationMethods.map((entry) =>
        typeof entry === 'string' ? entry : entry.method,
      ),
    ).toEqual(expect.arrayContaining(['totp', 'otp']))
    expect((await client.auth.refreshSession()).data.user?.id).toBe(userId)
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2')
    expect((await client.auth.mfa.listFactors()).data?.totp).toHaveLength(1)
  })

  it('takes from its session the refresh token of before, which proved less', async () => {
    const { client } = await signedInClient(platform, asel)
    const before = (await client.auth.getSession()).data.session?.refresh_token
    const factor = await enroll(client)
    const code = codeFor(factor.totp.secret)
    expect((await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code })).error).toBeNull()
    const refresh = (refresh_token: string | undefined) =>
      call(platform, '/auth/v1/token?grant_type=refresh_token', {
        method: 'POST',
        body: JSON.stringify({ refresh_token }),
      })
    expect(await refresh(before)).toMatchObject({
      status: 400,
      body: { error_code: 'refresh_token_not_found' },
    })
    const after = (await client.auth.getSession()).data.session?.refresh_token
    expect((await refresh(after)).status).toBe(200)
  })

  it('takes a code once, and none from before it, in any session', async () => {
    const { factor, client: first, shownAt } = await givenSecondFactor()
    const { client } = await signedInClient(platform, asel)
    const show = (as: SupabaseClient, periodsLater: number) => {
      const code = codeFor(factor.totp.secret, shownAt + periodsLater * 30_000)
      return as.auth.mfa.challengeAndVerify({ factorId: factor.id, code })
    }
    for (const periodsLater of [0, -1]) {
      expect((await show(client, periodsLater)).error).toMatchObject({
        status: 422,
        code: 'mfa_verification_failed',
      })
    }
    expect((await show(client, 1)).error).toBeNull()
    expect((await show(first, 1)).error?.code).toBe('mfa_verification_failed')
  })

  it('asks the next sign-in for it', async () => {
    const { factor } = await givenSecondFactor()
    const { client } = await signedInClient(platform, asel)
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal2',
    })
    for (const change of [{ password: 'long enough' }, { email: 'other@example.com' }]) {
      expect((await client.auth.updateUser(change)).error).toMatchObject({
        status: 401,
        code: 'insufficient_aal',
      })
    }
    expect((await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'mine' })).error).toMatchObject({
      status: 403,
      code: 'insufficient_aal',
    })
    expect((await client.auth.mfa.unenroll({ factorId: factor.id })).error).toMatchObject({
      status: 422,
      code: 'insufficient_aal',
    })
  })

  it('ends the sessions that came before it', async () => {
    const before = await signedInClient(platform, asel)
    await givenSecondFactor()
    expect((await before.client.auth.getUser()).error).not.toBeNull()
  })

  it('refuses wrong codes, five for a challenge', async () => {
    const { client } = await signedInClient(platform, asel)
    const factor = await enroll(client)
    const { data: challenge } = await client.auth.mfa.challenge({ factorId: factor.id })
    const verify = (code: string) =>
      client.auth.mfa.verify({ factorId: factor.id, challengeId: challenge?.id ?? '', code })
    for (let i = 0; i < 5; i++) {
      expect((await verify(wrongCode(factor.totp.secret))).error).toMatchObject({
        status: 422,
        code: 'mfa_verification_failed',
        message: 'Invalid TOTP code entered',
      })
    }
    expect((await verify(codeFor(factor.totp.secret))).error?.code).toBe('mfa_challenge_expired')
  })

  it('takes one challenge once, even when the code comes ten times at the same moment', async () => {
    const { client } = await signedInClient(platform, asel)
    const factor = await enroll(client)
    const { data: challenge } = await client.auth.mfa.challenge({ factorId: factor.id })
    const token = (await client.auth.getSession()).data.session?.access_token ?? ''
    const body = JSON.stringify({ challenge_id: challenge?.id, code: codeFor(factor.totp.secret) })
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        call(platform, `/auth/v1/factors/${factor.id}/verify`, { method: 'POST', token, body }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.every(({ status }) => status < 500)).toBe(true)
  })

  it('lets nobody begin challenges without end', async () => {
    const { client } = await signedInClient(platform, asel)
    const factor = await enroll(client)
    const tries = []
    for (let i = 0; i < 31; i++) tries.push((await client.auth.mfa.challenge({ factorId: factor.id })).error)
    expect(tries.slice(0, 30).every((error) => error === null)).toBe(true)
    expect(tries[30]?.status).toBe(429)
  })

  it('is gone when taken away, and the session falls back to AAL1', async () => {
    const { client, factor } = await givenSecondFactor()
    expect((await client.auth.mfa.unenroll({ factorId: factor.id })).data).toEqual({ id: factor.id })
    await client.auth.refreshSession()
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
    })
    expect((await client.auth.getUser()).data.user?.factors).toBeUndefined()
  })

  it('needs a name of its own and a kind that is offered', async () => {
    const { client } = await signedInClient(platform, asel)
    await enroll(client, 'phone')
    expect((await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' })).error).toMatchObject(
      {
        status: 422,
        code: 'mfa_factor_name_conflict',
      },
    )
    expect(
      (await client.auth.mfa.enroll({ factorType: 'phone', phone: '+77010000000', friendlyName: 'sms' }))
        .error,
    ).toMatchObject({ status: 422, code: 'mfa_phone_enroll_not_enabled' })
    for (let i = 1; i < 10; i++) await enroll(client, `phone ${i}`)
    expect((await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'one more' })).error?.code).toBe(
      'too_many_enrolled_mfa_factors',
    )
  })

  it('belongs to its user alone', async () => {
    const { factor } = await givenSecondFactor()
    const { client } = await signedInClient(platform, 'berik@example.com')
    expect((await client.auth.mfa.challenge({ factorId: factor.id })).error).toMatchObject({
      status: 404,
      code: 'mfa_factor_not_found',
    })
    const token = (await client.auth.getSession()).data.session?.access_token ?? ''
    const answer = await call(platform, '/auth/v1/factors/nonsense/challenge', { method: 'POST', token })
    expect(answer).toMatchObject({ status: 404, body: { msg: 'factor_id must be an UUID' } })
  })

  it('can be listed and taken away by an administrator', async () => {
    const { userId, factor } = await givenSecondFactor()
    const admin = serviceClient(platform).auth.admin.mfa
    const listed = await admin.listFactors({ userId })
    expect(listed.data?.factors).toEqual([expect.objectContaining({ id: factor.id, status: 'verified' })])
    expect((await admin.deleteFactor({ userId, id: factor.id })).error).toBeNull()
    expect((await admin.listFactors({ userId })).data?.factors).toEqual([])
    expect((await admin.deleteFactor({ userId, id: factor.id })).error?.code).toBe('mfa_factor_not_found')
  })
})
