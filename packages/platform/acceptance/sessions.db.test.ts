import { givenPlatform, type TestPlatform } from '@app/testing/database/given-platform'
import { exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, serviceClient, signedInClient, visitorClient } from './clients.ts'

let platform: TestPlatform
let people = 0

beforeAll(async () => {
  platform = await givenPlatform()
})
afterAll(() => platform.close())

async function givenSession() {
  const email = `person${++people}@example.com`
  const { client, userId } = await signedInClient(platform, email)
  const { data } = await client.auth.getSession()
  if (!data.session) throw new Error('nobody is signed in')
  return { client, userId, email, access: data.session.access_token, refresh: data.session.refresh_token }
}

function refresh(refreshToken: string) {
  return call(platform, '/auth/v1/token?grant_type=refresh_token', {
    method: 'POST',
    body: JSON.stringify({ refresh_token: refreshToken }),
  })
}

/** Lets the reuse interval of every used token pass. */
async function letIntervalPass() {
  await platform.db
    .updateTable('auth.refresh_tokens')
    .set({ updated_at: new Date(Date.now() - 11_000) })
    .where('revoked', '=', true)
    .execute()
}

describe('a refresh token', () => {
  it('yields a new session body and another token', async () => {
    const { client, refresh: first, userId } = await givenSession()
    const { data, error } = await client.auth.refreshSession({ refresh_token: first })
    expect(error).toBeNull()
    expect(data.user?.id).toBe(userId)
    expect(data.session?.refresh_token).not.toBe(first)
  })

  it('shown again at once yields the same successor, since answers get lost', async () => {
    const { refresh: first } = await givenSession()
    const answers = await Promise.all([refresh(first), refresh(first), refresh(first)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1)
    const next = await refresh(String(answers[0]?.body.refresh_token))
    expect((await refresh(first)).body.refresh_token).toBe(next.body.refresh_token)
  })

  it('shown again later counts as stolen and ends the session for everyone', async () => {
    const { refresh: first, access } = await givenSession()
    const second = String((await refresh(first)).body.refresh_token)
    await letIntervalPass()
    const stolen = await refresh(first)
    expect(stolen).toMatchObject({
      status: 400,
      body: {
        code: 400,
        error_code: 'refresh_token_already_used',
        msg: 'Invalid Refresh Token: Already Used',
      },
    })
    expect((await refresh(second)).body.error_code).toBe('refresh_token_not_found')
    expect((await call(platform, '/auth/v1/user', { token: access })).body.error_code).toBe(
      'session_not_found',
    )
  })

  it('that nobody was given is refused', async () => {
    expect(await refresh('made-up')).toMatchObject({
      status: 400,
      body: { error_code: 'refresh_token_not_found', msg: 'Invalid Refresh Token: Refresh Token Not Found' },
    })
    expect((await refresh('')).status).toBe(400)
  })

  it('of a banned user is refused', async () => {
    const { refresh: token, userId } = await givenSession()
    await serviceClient(platform).auth.admin.updateUserById(userId, { ban_duration: '24h' })
    expect((await refresh(token)).body.error_code).toBe('user_banned')
    await serviceClient(platform).auth.admin.updateUserById(userId, { ban_duration: 'none' })
    expect((await refresh(token)).status).toBe(200)
  })
})

describe('signing out', () => {
  it.each([
    { scope: 'global', here: false, elsewhere: false },
    { scope: 'local', here: false, elsewhere: true },
    { scope: 'others', here: true, elsewhere: false },
  ] as const)('with scope $scope', async ({ scope, here, elsewhere }) => {
    const one = await givenSession()
    const two = await signedInClient(platform, one.email)
    expect((await one.client.auth.signOut({ scope })).error).toBeNull()
    const oneLives = (await call(platform, '/auth/v1/user', { token: one.access })).status === 200
    expect(oneLives).toBe(here)
    expect((await refresh(one.refresh)).status === 200).toBe(here)
    expect((await two.client.auth.getUser()).error === null).toBe(elsewhere)
  })

  it('leaves other people alone', async () => {
    const one = await givenSession()
    const other = await givenSession()
    await one.client.auth.signOut({ scope: 'global' })
    expect((await other.client.auth.getUser()).error).toBeNull()
  })
})

describe('an access token', () => {
  it('is verified by the published key and says who, in which role and session', async () => {
    const { access, userId, email } = await givenSession()
    const jwks = (await call(platform, '/auth/v1/.well-known/jwks.json')).body as { keys: JWK[] }
    expect(jwks.keys[0]).not.toHaveProperty('d')
    const key = await importJWK(jwks.keys[0] ?? {}, 'ES256')
    const { payload } = await jwtVerify(access, key, {
      issuer: 'http://platform.test/auth/v1',
      audience: 'authenticated',
    })
    expect(payload).toMatchObject({
      sub: userId,
      email,
      role: 'authenticated',
      aal: 'aal1',
      amr: [{ method: 'otp' }],
    })
    expect(Number(payload.exp) - Number(payload.iat)).toBe(3600)
  })

  const forged = {
    'with alg none': async (token: string) => {
      const [, payload] = token.split('.')
      return `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${payload}.`
    },
    'signed with another key of the same kind': async (token: string) => {
      const { privateKey } = await generateKeyPair('ES256')
      return new SignJWT(claimsOf(token)).setProtectedHeader(headerOf(token)).sign(privateKey)
    },
    'signed by HMAC with the public key as the secret': async (token: string) => {
      const jwks = (await call(platform, '/auth/v1/.well-known/jwks.json')).body as { keys: JWK[] }
      const secret = new TextEncoder().encode(JSON.stringify(jwks.keys[0]))
      return new SignJWT(claimsOf(token)).setProtectedHeader({ alg: 'HS256' }).sign(secret)
    },
    'with a key of its own in the header': async (token: string) => {
      const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
      const header = { ...headerOf(token), jwk: (await exportJWK(publicKey)) as JWK & { kty: string } }
      return new SignJWT(claimsOf(token)).setProtectedHeader(header).sign(privateKey)
    },
    'with claims changed after signing': async (token: string) => {
      const [header, , signature] = token.split('.')
      const claims = Buffer.from(JSON.stringify({ ...claimsOf(token), role: 'service_role' })).toString(
        'base64url',
      )
      return `${header}.${claims}.${signature}`
    },
    'that is no token': async () => 'not.a.token',
  } satisfies Record<string, (token: string) => Promise<string>>

  it.each(Object.keys(forged) as (keyof typeof forged)[])('%s opens nothing', async (name) => {
    const { access } = await givenSession()
    const token = await forged[name](access)
    expect((await call(platform, '/auth/v1/user', { token })).body.error_code).toBe('bad_jwt')
    expect((await call(platform, '/auth/v1/admin/users', { token })).status).toBe(403)
    const rest = await call(platform, '/rest/v1/quiz_leads', { token, key: platform.keys.publishable })
    expect(rest).toMatchObject({ status: 401, body: { code: 'PGRST301' } })
    expect(rest.headers.get('www-authenticate')).toBe('Bearer')
    expect(
      (await call(platform, '/storage/v1/object/public-downloads/a.txt', { token })).body.statusCode,
    ).toBe('403')
  })

  it('that has expired is refused by name', async () => {
    const short = await givenPlatform({ auth: { jwtExp: -10 } })
    try {
      const client = visitorClient(short)
      await client.auth.signInWithOtp({ email: 'late@example.com' })
      const { code } = short.lastMailTo('late@example.com')
      const verified = await call(short, '/auth/v1/verify', {
        method: 'POST',
        body: JSON.stringify({ type: 'email', email: 'late@example.com', token: code }),
      })
      const token = String(verified.body.access_token)
      expect((await call(short, '/auth/v1/user', { token })).body).toMatchObject({ error_code: 'bad_jwt' })
      expect((await call(short, '/rest/v1/quiz_leads', { token })).body).toMatchObject({
        code: 'PGRST303',
        message: 'JWT expired',
      })
    } finally {
      await short.close()
    }
  })

  it('is needed: a key alone does not say who calls', async () => {
    for (const headers of [{}, { key: platform.keys.publishable }, { token: platform.keys.publishable }]) {
      expect(await call(platform, '/auth/v1/user', headers)).toMatchObject({
        status: 401,
        body: { error_code: 'no_authorization' },
      })
    }
    expect((await call(platform, '/auth/v1/user', { token: platform.keys.anonJwt })).body).toMatchObject({
      error_code: 'bad_jwt',
      msg: 'invalid claim: missing sub claim',
    })
  })

  it('comes with the newer error body for clients that ask for it', async () => {
    const { body, headers } = await call(platform, '/auth/v1/user', {
      headers: { 'x-supabase-api-version': '2024-01-01' },
    })
    expect(body).toEqual({ code: 'no_authorization', message: expect.any(String) })
    expect(headers.get('x-supabase-api-version')).toBe('2024-01-01')
  })
})

function claimsOf(token: string) {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}

function headerOf(token: string) {
  return JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())
}
