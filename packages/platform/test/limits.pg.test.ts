import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createDatabaseLimits } from '../src/limits/database-limits.ts'
import { call, visitorClient } from '../testing/clients.ts'
import { givenDatabase } from '../testing/given-database.ts'
import { givenPlatform } from '../testing/given-platform.ts'
import { givenLimits } from './given-limits.ts'

const limited = givenLimits()
const { post } = limited

describe('limits', () => {
  it('keeps a pause between two mails to one address, and says how long', async () => {
    limited.platform = await limited.shared.openEmpty({ auth: { smtpMaxFrequency: 60 } })
    const client = visitorClient(limited.platform)
    expect((await client.auth.signInWithOtp({ email: 'asel@example.com' })).error).toBeNull()
    const { error } = await client.auth.signInWithOtp({ email: 'Asel@example.com' })
    expect(error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
    expect(error?.message).toMatch(
      /^For security purposes, you can only request this after (5\d|60) seconds\.$/,
    )
    expect((await client.auth.signInWithOtp({ email: 'berik@example.com' })).error).toBeNull()
    expect(limited.platform.mails).toHaveLength(2)
  })

  it('sends one mail for twenty requests at the same moment', async () => {
    limited.platform = await limited.shared.openEmpty({ auth: { smtpMaxFrequency: 60 } })
    await Promise.all(Array.from({ length: 20 }, () => post('/auth/v1/otp', { email: 'asel@example.com' })))
    expect(limited.platform.mails).toHaveLength(1)
  })

  it('lets an address ask again at once when the mail could not be sent, and logs no address', async () => {
    let isDown = true
    limited.platform = await limited.shared.openEmpty({
      auth: { smtpMaxFrequency: 60 },
      sendMail: async ({ to }) => {
        if (isDown) throw new Error(`550 mailbox ${to} unavailable`)
      },
    })
    expect(await post('/auth/v1/otp', { email: 'asel@example.com' })).toMatchObject({
      status: 500,
      body: { error_code: 'unexpected_failure' },
    })
    isDown = false
    expect((await post('/auth/v1/otp', { email: 'asel@example.com' })).status).toBe(200)
    expect(limited.platform.logs.join()).toContain('mail was not sent')
    expect(limited.platform.logs.join()).not.toContain('asel')
  })

  it.each([
    ['token', '/auth/v1/token?grant_type=password', { email: 'a@example.com', password: 'x' }],
    ['otp', '/auth/v1/otp', { email: 'a@example.com' }],
    ['verify', '/auth/v1/verify', { type: 'email', email: 'a@example.com', token: '000000' }],
    ['signup', '/auth/v1/signup', { email: 'a@example.com', password: 'long enough' }],
  ] as const)('stops an address that calls %s too often', async (limit, path, body) => {
    limited.platform = await limited.shared.openEmpty({ rateLimits: { [limit]: { max: 2, seconds: 600 } } })
    expect((await post(path, body)).status).not.toBe(429)
    expect((await post(path, body)).status).not.toBe(429)
    expect(await post(path, body)).toMatchObject({
      status: 429,
      body: { error_code: 'over_request_rate_limit' },
    })
  })
})

describe('a service', () => {
  it.each<['rest' | 'storage' | 'functions', string, Record<string, unknown>]>([
    ['rest', '/rest/v1/memos', { code: 'over_request_rate_limit', message: 'Request rate limit reached' }],
    ['storage', '/storage/v1/bucket', { statusCode: '429', code: 'SlowDown' }],
    ['functions', '/functions/v1/none', { code: 'TOO_MANY_REQUESTS' }],
  ])('%s stops an address that calls it too often, and never a server', async (service, path, refusal) => {
    limited.platform = await limited.shared.openEmpty({
      serviceLimits: { [service]: { max: 2, seconds: 600 } },
    })
    const { publishable, secret, serviceRoleJwt } = limited.platform.keys
    for (const key of [undefined, publishable]) {
      expect((await call(limited.platform, path, { ...(key && { key }) })).status).not.toBe(429)
    }
    const stopped = await call(limited.platform, path, { key: publishable, token: 'eyJ.eyJ.x' })
    expect(stopped).toMatchObject({ status: 429, body: refusal })
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0)
    for (const key of [secret, serviceRoleJwt]) {
      expect((await call(limited.platform, path, { key })).status).not.toBe(429)
    }
    expect((await call(limited.platform, '/auth/v1/health')).status).toBe(200)
  })
})

describe('a network', () => {
  const answerTo = async (path: string, payload: object, remoteAddress: string) => {
    const url = `/auth/v1/${path}`
    const answer = await limited.platform.app.inject({ method: 'POST', url, payload, remoteAddress })
    return answer.statusCode
  }

  it.each([
    ['otp', (email: string) => ({ email })],
    ['magiclink', (email: string) => ({ email })],
    ['recover', (email: string) => ({ email })],
    ['resend', (email: string) => ({ email, type: 'signup' })],
    ['signup', (email: string) => ({ email, password: 'Wide-steppe-2026' })],
  ] as const)(
    'has codes sent to so many addresses a day by %s, and to the same again',
    async (path, body) => {
      limited.platform = await limited.shared.openEmpty({
        rateLimits: { addressesPerNetwork: { max: 2, seconds: 86_400 } },
      })
      const from = (n: number, ip: string) => answerTo(path, body(`asel-${n}@example.com`), ip)
      expect([await from(1, '2001:db8:1:2::1'), await from(2, '2001:db8:1:2::2')]).toEqual([200, 200])
      expect(await from(3, '2001:db8:1:2::3')).toBe(429)
      expect(await from(1, '2001:db8:1:2::3')).toBe(200)
      expect(await from(3, '2001:db8:1:3::3')).toBe(200)
    },
  )
})

describe('limits of several processes', () => {
  it('count in the database together, whoever is asked at the same moment', async () => {
    limited.platform = await limited.shared.openEmpty()
    const limit = { max: 7, seconds: 600 }
    const processes = [
      createDatabaseLimits(limited.platform.db),
      createDatabaseLimits(limited.platform.db),
    ].map((open) => open('x', limit))
    const turns = await Promise.all(
      Array.from({ length: 20 }, (_, at) => processes[at % 2]?.take('192.0.2.1')),
    )
    expect(turns.filter((turn) => turn?.ok)).toHaveLength(7)

    const third = createDatabaseLimits(limited.platform.db)
    for (const method of ['peek', 'take'] as const) {
      const turn = await third('x', limit)[method]('192.0.2.1')
      expect(turn).toEqual({ ok: false, retryAfterSeconds: expect.toBeOneOf([84, 85, 86]) })
    }
    for (const [name, key] of [
      ['x', '192.0.2.2'],
      ['y', '192.0.2.1'],
    ] as const) {
      expect(await third(name, limit).peek(key)).toEqual({ ok: true })
      expect(await third(name, limit).take(key)).toEqual({ ok: true })
    }
  })

  it('give a turn back when its time has passed', async () => {
    limited.platform = await limited.shared.openEmpty()
    const limit = { max: 2, seconds: 600 }
    const takeAnew = () => createDatabaseLimits(limited.platform.db)('x', limit).take('asel@example.com')
    const taken = [await takeAnew(), await takeAnew(), await takeAnew()]
    await sql`update platform.rate_limits set full_at = full_at - interval '300 s'`.execute(
      limited.platform.db,
    )
    taken.push(await takeAnew(), await takeAnew())
    expect(taken.map(({ ok }) => ok)).toEqual([true, true, false, true, false])
    const { rows } = await sql`select encode(key, 'escape') from platform.rate_limits`.execute(
      limited.platform.db,
    )
    expect(JSON.stringify(rows)).not.toContain('asel')
  })

  it('refuse nobody because the database’s clock was ahead', async () => {
    limited.platform = await limited.shared.openEmpty()
    const limit = { max: 1, seconds: 600 }
    const takeAnew = async () => (await createDatabaseLimits(limited.platform.db)('x', limit).take('a')).ok
    const taken = [await takeAnew(), await takeAnew()]
    await sql`update platform.rate_limits set full_at = full_at + interval '1 day'`.execute(
      limited.platform.db,
    )
    taken.push(await takeAnew(), await takeAnew())
    expect(taken).toEqual([true, false, true, false])
  })

  it('hold in each process alone while the database does not answer', async () => {
    limited.platform = await limited.shared.openEmpty()
    await sql`alter table platform.rate_limits rename to gone`.execute(limited.platform.db)
    const limiter = createDatabaseLimits(limited.platform.db)('x', { max: 1, seconds: 600 })
    expect([
      (await limiter.peek('a')).ok,
      (await limiter.take('a')).ok,
      (await limiter.take('a')).ok,
    ]).toEqual([true, true, false])
    await sql`alter table platform.gone rename to rate_limits`.execute(limited.platform.db)
  })

  it.runIf(process.env.TEST_DATABASE === 'postgres')('are one for two servers on one database', async () => {
    const database = await givenDatabase()
    const limits = { database: database.settings, rateLimits: { verify: { max: 2, seconds: 600 } } }
    limited.platform = await givenPlatform(limits)
    const other = await givenPlatform(limits)
    onTestFinished(() => other.close().then(database.drop))

    const body = JSON.stringify({ type: 'email', email: 'a@example.com', token: '000000' })
    const answers = []
    for (const each of [limited.platform, other, limited.platform, other]) {
      answers.push(await call(each, '/auth/v1/verify', { method: 'POST', body }))
    }
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 429, 429])
    expect(Number(answers[3]?.headers.get('retry-after'))).toBeGreaterThan(290)
  })
})
