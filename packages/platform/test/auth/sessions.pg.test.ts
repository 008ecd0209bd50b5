import { exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, serviceClient, signedInClient, visitorClient } from '../../testing/clients.ts'
import { givenSharedDatabase, type SharedDatabase, type TestPlatform } from '../../testing/given-platform.ts'

let shared: SharedDatabase
let platform: TestPlatform
let people = 0

beforeAll(async () => {
  shared = await givenSharedDatabase()
  platform = await shared.open()
})
afterAll(() => platform.close().then(shared.drop))

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

  it('whose answer was lost in a tunnel yields the same successor however late, until that is used', async () => {
    const { refresh: first } = await givenSession()
    const second = (await refresh(first)).body.refresh_token
    await letIntervalPass()
    const again = await refresh(first)
    expect([again.status, again.body.refresh_token]).toEqual([200, second])
    const third = (await refresh(String(second))).body.refresh_token
    await letIntervalPass()
    expect((await refresh(String(second))).body.refresh_token).toBe(third)
    expect((await refresh(first)).body.error_code).toBe('refresh_token_already_used')
    expect((await refresh(String(third))).body.error_code).toBe('refresh_token_not_found')
  })

  it('shown again after its successor was used counts as stolen and ends the session for everyone', async () => {
    const { refresh: first, access } = await givenSession()
    const traded = String((await refresh(first)).body.refresh_token)
    const second = String((await refresh(traded)).body.refresh_token)
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

describe('a session that has ended', () => {
  const everywhere = (token: string) =>
    Promise.all([
      call(platform, '/rest/v1/memos?select=id', { token, key: platform.keys.publishable }),
      call(platform, '/storage/v1/bucket', { token, key: platform.keys.publishable }),
      call(platform, '/auth/v1/user', { token, key: platform.keys.publishable }),
    ])
  const refusedEverywhere = [
    { status: 401, body: { code: 'PGRST301', message: expect.stringContaining('session_id') } },
    { status: 400, body: { statusCode: '403', code: 'InvalidJWT' } },
    { status: 403, body: { error_code: 'session_not_found' } },
  ]

  it('takes its tokens along: data, files and the account refuse them at once', async () => {
    const { client, access } = await givenSession()
    expect((await everywhere(access)).map(({ status }) => status)).toEqual([200, 200, 200])
    await client.auth.signOut({ scope: 'global' })
    expect(await everywhere(access)).toMatchObject(refusedEverywhere)
  })

  it('ends by its time as it does by signing out', async () => {
    const { access, userId } = await givenSession()
    await platform.db
      .updateTable('auth.sessions')
      .set({ not_after: new Date(Date.now() - 1000) })
      .where('user_id', '=', userId)
      .execute()
    expect(await everywhere(access)).toMatchObject(refusedEverywhere)
  })

  it('is one that no session could be: a token whose session is no id is of none that goes on', async () => {
    const { userId } = await givenSession()
    const secret = 'a secret of an older project, long enough'
    const older = await shared.open({ keys: { jwtSecret: secret } })
    const ask = async (claims: object) => {
      const token = await new SignJWT({ sub: userId, role: 'authenticated', ...claims })
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime('1h')
        .sign(new TextEncoder().encode(secret))
      return (await call(older, '/rest/v1/memos?select=id', { token })).status
    }
    try {
      expect(await ask({ session_id: 'mine' })).toBe(401)
      expect(await ask({ session_id: 7 })).toBe(401)
      expect(await ask({ session_id: '' })).toBe(200)
    } finally {
      await older.close()
    }
  })

  it('costs the keys and the tokens without a session nothing', async () => {
    const { userId } = await givenSession()
    const claims = { sub: userId, role: 'authenticated' }
    for (const key of [platform.keys.secret, platform.keys.anonJwt]) {
      expect((await call(platform, '/rest/v1/memos?select=id', { key })).status).toBe(200)
    }
    const secret = 'a secret of an older project, long enough'
    const older = await shared.open({ keys: { jwtSecret: secret } })
    try {
      const made = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime('1h')
        .sign(new TextEncoder().encode(secret))
      expect((await call(older, '/rest/v1/memos?select=id', { token: made })).status).toBe(200)
    } finally {
      await older.close()
    }
  })
})

describe('a session ends', () => {
  let strict: TestPlatform
  const day = 24 * 3600
  beforeAll(async () => {
    strict = await shared.open({
      auth: {
        sessionInactivityTimeout: 30 * day,
        sessionTimebox: 180 * day,
        sessionTimeboxByRole: { admin: day / 2 },
      },
    })
  })
  afterAll(() => strict.close())

  async function given(email: string) {
    const { client, userId } = await signedInClient(strict, email)
    const { data } = await client.auth.getSession()
    return { userId, refreshToken: data.session?.refresh_token ?? '' }
  }
  const refreshThere = (refresh_token: string) =>
    call(strict, '/auth/v1/token?grant_type=refresh_token', {
      method: 'POST',
      body: JSON.stringify({ refresh_token }),
    })
  const startedAgo = (userId: string, { seconds, idle }: { seconds: number; idle: number }) =>
    strict.db
      .updateTable('auth.sessions')
      .set({
        created_at: new Date(Date.now() - seconds * 1000),
        refreshed_at: new Date(Date.now() - idle * 1000),
        not_after: null,
      })
      .where('user_id', '=', userId)
      .execute()

  it.each([
    ['after thirty days without use', { seconds: 31 * day, idle: 30 * day + 60 }, false],
    ['not after twenty-nine', { seconds: 31 * day, idle: 29 * day }, true],
    ['after half a year whatever was done', { seconds: 180 * day + 60, idle: 60 }, false],
    ['not a day earlier', { seconds: 179 * day, idle: 60 }, true],
  ])('%s', async (_when, ago, goesOn) => {
    const { userId, refreshToken } = await given(`${crypto.randomUUID()}@example.com`)
    await startedAgo(userId, ago)
    const answer = await refreshThere(refreshToken)
    expect(answer.status).toBe(goesOn ? 200 : 400)
    if (!goesOn) expect(answer.body.error_code).toBe('session_expired')
  })

  it('after half a day for an administrator, also when they became one since it began', async () => {
    const { userId, refreshToken } = await given('boss@example.com')
    await startedAgo(userId, { seconds: day / 2 + 60, idle: 60 })
    const next = await refreshThere(refreshToken)
    expect(next.status).toBe(200)
    await serviceClient(strict).auth.admin.updateUserById(userId, { app_metadata: { role: 'admin' } })
    expect((await refreshThere(String(next.body.refresh_token))).body.error_code).toBe('session_expired')

    await given('boss@example.com')
    const { not_after } = await strict.db
      .selectFrom('auth.sessions')
      .select('not_after')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    expect(not_after?.getTime()).toBeLessThan(Date.now() + (day / 2 + 60) * 1000)
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
    const rest = await call(platform, '/rest/v1/memos', { token, key: platform.keys.publishable })
    expect(rest).toMatchObject({ status: 401, body: { code: 'PGRST301' } })
    expect(rest.headers.get('www-authenticate')).toBe('Bearer')
    expect((await call(platform, '/storage/v1/object/shared-files/a.txt', { token })).body.statusCode).toBe(
      '403',
    )
  })

  it('that has expired is refused by name', async () => {
    const short = await shared.open({ auth: { jwtExp: -10 } })
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
      expect((await call(short, '/rest/v1/memos', { token })).body).toMatchObject({
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

describe('what sign-ins leave behind', () => {
  let timed: TestPlatform
  const none = { refreshTokens: 0, sessions: 0, codes: 0, flows: 0, challenges: 0 }
  const age = (table: string, days: number, ...columns: string[]) =>
    sql`update ${sql.table(table)} set ${sql.join(
      columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(column)} - make_interval(days => ${days})`),
    )}`.execute(timed.db)

  beforeAll(async () => {
    timed = await shared.openEmpty({ auth: { sessionInactivityTimeout: 24 * 60 * 60 } })
  })
  afterAll(() => timed.close())

  it('is cleared away once nobody can use it, and no sooner', async () => {
    const { client } = await signedInClient(timed, 'asel@example.com')
    expect((await client.auth.refreshSession()).error).toBeNull()
    await visitorClient(timed).auth.signInWithOtp({ email: 'dana@example.com' })
    await sql`insert into auth.flow_state (id, provider_type, authentication_method)
      values (gen_random_uuid(), 'email', 'otp')`.execute(timed.db)
    expect(await timed.purgeSignIns()).toEqual(none)
    // A used token that is shown again was stolen; that is found out for thirty days.
    await age('auth.refresh_tokens', 29, 'updated_at')
    await age('auth.one_time_tokens', 6, 'created_at')
    expect(await timed.purgeSignIns()).toEqual(none)

    await age('auth.refresh_tokens', 2, 'updated_at')
    await age('auth.one_time_tokens', 2, 'created_at')
    await age('auth.flow_state', 2, 'created_at')
    expect(await timed.purgeSignIns()).toMatchObject({ refreshTokens: 1, sessions: 0, flows: 1 })
    expect(await timed.db.selectFrom('auth.one_time_tokens').select('id').execute()).toEqual([])
    expect((await client.auth.refreshSession()).error).toBeNull()
  })

  it('keeps a flow whose code is there, however old it is, when all is cleared away and when another begins', async () => {
    const begin = (email: string) =>
      call(timed, '/auth/v1/otp', {
        method: 'POST',
        body: JSON.stringify({ email, code_challenge: 'c'.repeat(43), code_challenge_method: 'plain' }),
      })
    await sql`delete from auth.flow_state`.execute(timed.db)
    expect((await begin('saule@example.com')).status).toBe(200)
    const [waiting] = await timed.db.selectFrom('auth.flow_state').select('id').execute()
    const codes = () =>
      timed.db
        .selectFrom('auth.one_time_tokens')
        .select('id')
        .where('flow_state_id', '=', waiting?.id ?? '')
        .execute()
    await age('auth.flow_state', 2, 'created_at')
    expect(await timed.purgeSignIns()).toMatchObject({ codes: 0, flows: 0 })
    expect(await codes()).toHaveLength(1)
    expect((await begin('arman@example.com')).status).toBe(200)
    expect(await codes()).toHaveLength(1)
    expect(await timed.db.selectFrom('auth.flow_state').select('id').execute()).toHaveLength(2)
  })

  it('keeps the last session of a user, which says when they were here', async () => {
    const { userId } = await signedInClient(timed, 'timur@example.com')
    await age('auth.sessions', 3, 'created_at', 'updated_at', 'refreshed_at')
    expect(await timed.purgeSignIns()).toMatchObject({ sessions: 0 })
    await signedInClient(timed, 'timur@example.com')
    expect(await timed.purgeSignIns()).toMatchObject({ sessions: 1 })
    const kept = timed.db.selectFrom('auth.sessions').select('id').where('user_id', '=', userId)
    expect(await kept.execute()).toHaveLength(1)
  })
})
