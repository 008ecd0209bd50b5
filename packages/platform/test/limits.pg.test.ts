import type { SupabaseClient } from '@supabase/supabase-js'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { databaseLimits } from '../src/limits/database-limits.ts'
import { call, serviceClient, signedInClient, visitorClient } from '../testing/clients.ts'
import { givenDatabase } from '../testing/given-database.ts'
import {
  givenPlatform,
  givenSharedDatabase,
  type SharedDatabase,
  type TestPlatform,
} from '../testing/given-platform.ts'

let shared: SharedDatabase
let platform: TestPlatform

beforeAll(async () => {
  shared = await givenSharedDatabase()
})
afterEach(() => platform.close())
afterAll(() => shared.drop())

const post = (path: string, body: unknown) =>
  call(platform, path, { method: 'POST', body: JSON.stringify(body) })

describe('limits', () => {
  it('keeps a pause between two mails to one address, and says how long', async () => {
    platform = await shared.openEmpty({ auth: { smtpMaxFrequency: 60 } })
    const client = visitorClient(platform)
    expect((await client.auth.signInWithOtp({ email: 'asel@example.com' })).error).toBeNull()
    const { error } = await client.auth.signInWithOtp({ email: 'Asel@example.com' })
    expect(error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
    expect(error?.message).toMatch(
      /^For security purposes, you can only request this after (5\d|60) seconds\.$/,
    )
    expect((await client.auth.signInWithOtp({ email: 'berik@example.com' })).error).toBeNull()
    expect(platform.mails).toHaveLength(2)
  })

  it('sends one mail for twenty requests at the same moment', async () => {
    platform = await shared.openEmpty({ auth: { smtpMaxFrequency: 60 } })
    await Promise.all(Array.from({ length: 20 }, () => post('/auth/v1/otp', { email: 'asel@example.com' })))
    expect(platform.mails).toHaveLength(1)
  })

  it('lets an address ask again at once when the mail could not be sent, and logs no address', async () => {
    let isDown = true
    platform = await shared.openEmpty({
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
    expect(platform.logs.join()).toContain('mail was not sent')
    expect(platform.logs.join()).not.toContain('asel')
  })

  it.each([
    ['token', '/auth/v1/token?grant_type=password', { email: 'a@example.com', password: 'x' }],
    ['otp', '/auth/v1/otp', { email: 'a@example.com' }],
    ['verify', '/auth/v1/verify', { type: 'email', email: 'a@example.com', token: '000000' }],
    ['signup', '/auth/v1/signup', { email: 'a@example.com', password: 'long enough' }],
  ] as const)('stops an address that calls %s too often', async (limit, path, body) => {
    platform = await shared.openEmpty({ rateLimits: { [limit]: { max: 2, seconds: 600 } } })
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
    platform = await shared.openEmpty({ serviceLimits: { [service]: { max: 2, seconds: 600 } } })
    const { publishable, secret, serviceRoleJwt } = platform.keys
    for (const key of [undefined, publishable]) {
      expect((await call(platform, path, { ...(key && { key }) })).status).not.toBe(429)
    }
    const stopped = await call(platform, path, { key: publishable, token: 'eyJ.eyJ.x' })
    expect(stopped).toMatchObject({ status: 429, body: refusal })
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0)
    for (const key of [secret, serviceRoleJwt]) {
      expect((await call(platform, path, { key })).status).not.toBe(429)
    }
    expect((await call(platform, '/auth/v1/health')).status).toBe(200)
  })
})

describe('guesses', () => {
  const asel = 'asel@example.com'
  const from = async (ip: string, url: string, payload: object) => {
    const answer = await platform.app.inject({ method: 'POST', url, payload, remoteAddress: ip })
    return { status: answer.statusCode, code: (answer.json() as { error_code?: string }).error_code }
  }
  const hers = '192.0.2.1'
  const strangers = Array.from({ length: 8 }, (_, i) => `203.0.113.${i + 1}`)

  it("of strangers leave a code good for whoever asked for it, and find out no more than a day's share", async () => {
    platform = await shared.openEmpty({ rateLimits: { guessesPerAddress: { max: 12, seconds: 86_400 } } })
    const guess = (ip: string, token: string) =>
      from(ip, '/auth/v1/verify', { type: 'email', email: asel, token })
    await from(hers, '/auth/v1/otp', { email: asel })
    const { code } = platform.lastMailTo(asel)
    for (const ip of strangers) for (let i = 0; i < 6; i++) await guess(ip, 'wrong')
    expect(await guess('198.51.100.1', code)).toMatchObject({ code: 'otp_expired' })
    expect(await guess(hers, code)).toMatchObject({ status: 200 })
  })

  it('of a code stop after five for its asker too, until another is asked for', async () => {
    platform = await shared.openEmpty()
    const guess = (token: string) => from(hers, '/auth/v1/verify', { type: 'email', email: asel, token })
    await from(hers, '/auth/v1/otp', { email: asel })
    const { code } = platform.lastMailTo(asel)
    for (let i = 0; i < 5; i++) await guess('wrong')
    expect(await guess(code)).toMatchObject({ code: 'otp_expired' })
    await from(hers, '/auth/v1/otp', { email: asel })
    expect(await guess(platform.lastMailTo(asel).code)).toMatchObject({ status: 200 })
  })

  it('of a password stop, from one network and from many, while its owner gets in', async () => {
    platform = await shared.openEmpty({ rateLimits: { passwordsPerAccount: { max: 3, seconds: 86_400 } } })
    const password = 'its password'
    await serviceClient(platform).auth.admin.createUser({ email: asel, password, email_confirm: true })
    const signIn = (ip: string, email: string, given: string) =>
      from(ip, '/auth/v1/token?grant_type=password', { email, password: given })
    expect(await signIn(hers, asel, password)).toMatchObject({ status: 200 })

    const [first = '', ...others] = strangers
    for (let i = 0; i < 3; i++) {
      expect(await signIn(first, asel, 'wrong')).toMatchObject({ code: 'invalid_credentials' })
      expect(await signIn(first, 'nobody@example.com', 'wrong')).toMatchObject({
        code: 'invalid_credentials',
      })
    }
    const stopped = { status: 429, code: 'over_request_rate_limit' }
    expect(await signIn(first, asel, password)).toMatchObject(stopped)
    expect(await signIn(first, 'nobody@example.com', password)).toMatchObject(stopped)
    expect(await signIn(hers, asel, password)).toMatchObject({ status: 200 })

    for (const ip of others) for (let i = 0; i < 3; i++) await signIn(ip, asel, 'wrong')
    expect(await signIn('198.51.100.9', asel, password)).toMatchObject(stopped)
    expect(await signIn(hers, asel, password)).toMatchObject({ status: 200 })
  })

  it("of a second factor stop for the day, and none but its owner's own stop in a session that has shown it", async () => {
    platform = await shared.openEmpty({ rateLimits: { guessesPerFactor: { max: 3, seconds: 86_400 } } })
    const { client: owner } = await signedInClient(platform, asel)
    const { data } = await owner.auth.mfa.enroll({ factorType: 'totp' })
    const factorId = data?.id ?? ''
    const totp = new TOTP({ secret: Secret.fromBase32(data?.type === 'totp' ? data.totp.secret : '') })
    const codeAt = (periods: number) => totp.generate({ timestamp: Date.now() + periods * 30_000 })
    const show = async (client: SupabaseClient, code: string) =>
      (await client.auth.mfa.challengeAndVerify({ factorId, code })).error?.code
    expect(await show(owner, codeAt(-1))).toBeUndefined()

    // Whoever reads her mailbox comes this far, as often as they like.
    const wrong = 'mfa_verification_failed'
    for (let i = 0; i < 3; i++) {
      expect(await show((await signedInClient(platform, asel)).client, 'wrong')).toBe(wrong)
    }
    const { client: stranger } = await signedInClient(platform, asel)
    expect(await show(stranger, codeAt(0))).toBe('over_request_rate_limit')
    expect(await show(owner, codeAt(0))).toBeUndefined()

    for (let i = 0; i < 3; i++) expect(await show(owner, 'wrong')).toBe(wrong)
    expect(await show(owner, codeAt(1))).toBe('over_request_rate_limit')
  })
})

it('one network has so many codes a day mailed to an address, and takes nobody else its share', async () => {
  platform = await shared.openEmpty({ rateLimits: { codesPerAddress: { max: 2, seconds: 86_400 } } })
  const ask = async (remoteAddress: string) => {
    const payload = { email: 'asel@example.com' }
    return (await platform.app.inject({ method: 'POST', url: '/auth/v1/otp', payload, remoteAddress }))
      .statusCode
  }
  expect([await ask('203.0.113.1'), await ask('203.0.113.1'), await ask('203.0.113.1')]).toEqual([
    200, 200, 429,
  ])
  expect(await ask('192.0.2.1')).toBe(200)
  expect(platform.mails).toHaveLength(3)
})

describe('an address that is written to all day', () => {
  const asel = 'asel@example.com'
  const own = '192.0.2.1'
  let networks = 0
  const newNetwork = () => `203.0.113.${++networks}`

  type From = { ip: string; cookie?: string }
  const post = (path: string, payload: object, { ip, cookie }: From) =>
    platform.app.inject({
      ...{ method: 'POST', url: `/auth/v1/${path}`, payload, remoteAddress: ip },
      headers: cookie ? { cookie } : {},
    })
  const ask = async (from: From, email = asel) => {
    const answer = await post('otp', { email, create_user: false }, from)
    const wait = /after (\d+) seconds/.exec((answer.json() as { msg?: string }).msg ?? '')?.[1]
    return answer.statusCode === 200 ? 'sent' : Number(wait ?? 0)
  }
  const guess = async (from: From, token: string, email = asel) =>
    (await post('verify', { type: 'email', email, token }, from)).statusCode
  /** Lets the pause before the next code pass. */
  const rest = (seconds: number) =>
    sql`update platform.mail_throttle set sent_at = sent_at - make_interval(secs => ${seconds})`.execute(
      platform.db,
    )
  /** Has codes sent to addresses, each asked for from another network. */
  const flood = async (emails = [asel], codes = 20) => {
    for (let i = 0; i < codes; i++) {
      for (const email of emails) expect(await ask({ ip: newNetwork() }, email)).toBe('sent')
      await rest(61)
    }
  }
  const given = async () => {
    networks = 0
    platform = await shared.openEmpty({ auth: { smtpMaxFrequency: 60 } })
    await serviceClient(platform).auth.admin.createUser({ email: asel, email_confirm: true })
  }

  it('by many networks is written to at a pause that doubles, and each code takes one guess', async () => {
    await given()
    await flood()
    const pauses: (string | number)[] = []
    for (let i = 0; i < 9; i++) {
      const left = await ask({ ip: newNetwork() })
      pauses.push(left)
      await rest(Number(left) + 1)
      const ip = newNetwork()
      expect(await ask({ ip })).toBe('sent')
      const { code } = platform.lastMailTo(asel)
      expect(await guess({ ip }, 'wrong')).toBe(403)
      expect(await guess({ ip }, code), 'the second guess').toBe(403)
    }
    const minPauses = [120, 240, 480, 960, 1_920, 3_840, 7_680, 14_400, 14_400]
    for (const [i, seconds] of minPauses.entries()) {
      // The first of them has waited for the usual pause already.
      const rested = i === 0 ? 61 : 0
      expect(pauses[i]).toBeGreaterThan(seconds - rested - 20)
      expect(pauses[i]).toBeLessThanOrEqual(seconds - rested)
    }
    await rest(14_400)
    const ip = newNetwork()
    expect(await ask({ ip })).toBe('sent')
    expect(await guess({ ip }, platform.lastMailTo(asel).code), 'the one guess').toBe(200)
  })

  it('is written to for a browser that was signed in with, which guesses as before', async () => {
    await given()
    expect(await ask({ ip: own })).toBe('sent')
    const signedIn = await post(
      'verify',
      { type: 'email', email: asel, token: platform.lastMailTo(asel).code },
      { ip: own },
    )
    const cookie = String(signedIn.headers['set-cookie'])
    expect(cookie).toMatch(/^known-device=[^;]+; Path=\/auth\/v1; Max-Age=7776000; HttpOnly; SameSite=Strict/)
    await rest(61)
    await flood([asel], 19)

    const elsewhere = { ip: '198.51.100.7', cookie: String(cookie.split(';')[0]) }
    expect(await ask(elsewhere)).toBe('sent')
    const { code } = platform.lastMailTo(asel)
    for (let i = 0; i < 4; i++) expect(await guess(elsewhere, 'wrong')).toBe(403)
    expect(await guess(elsewhere, code)).toBe(200)
    expect(await ask({ ip: own }), 'a browser that is not known').toBeGreaterThan(0)
    expect(await ask(elsewhere), 'a limit of its own').toBeGreaterThan(0)
    for (const forged of [
      elsewhere.cookie.slice(0, -1),
      `${elsewhere.cookie}x`,
      'known-device=a.9999999999.b',
      'known-device',
    ]) {
      expect(await ask({ ip: own, cookie: forged }), forged).toBeGreaterThan(0)
    }
    await flood(['berik@example.com'])
    expect(await ask(elsewhere, 'berik@example.com'), 'another address').toBeGreaterThan(0)
  })

  it('is one device however often its session is renewed', async () => {
    await given()
    await ask({ ip: own })
    const signedIn = await post(
      'verify',
      { type: 'email', email: asel, token: platform.lastMailTo(asel).code },
      { ip: own },
    )
    const renewed = await post(
      'token?grant_type=refresh_token',
      { refresh_token: (signedIn.json() as { refresh_token: string }).refresh_token },
      { ip: own },
    )
    const device = (answer: typeof signedIn) =>
      /known-device=([^.]+)\./.exec(String(answer.headers['set-cookie']))?.[1]
    expect(device(renewed)).toBe(device(signedIn))
  })

  it('answers the same whether or not anybody has it', async () => {
    await given()
    const emails = [asel, 'nobody@example.com']
    await flood(emails)
    const answers = []
    for (const email of emails) {
      const { statusCode, body } = await post('otp', { email, create_user: false }, { ip: own })
      answers.push({ statusCode, body: body.replace(/\d+ seconds/, 'n seconds') })
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]?.statusCode).toBe(429)
  })
})

describe('a network', () => {
  const answerTo = async (path: string, payload: object, remoteAddress: string) => {
    const url = `/auth/v1/${path}`
    const answer = await platform.app.inject({ method: 'POST', url, payload, remoteAddress })
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
      platform = await shared.openEmpty({ rateLimits: { addressesPerNetwork: { max: 2, seconds: 86_400 } } })
      const from = (n: number, ip: string) => answerTo(path, body(`asel-${n}@example.com`), ip)
      expect([await from(1, '2001:db8:1:2::1'), await from(2, '2001:db8:1:2::2')]).toEqual([200, 200])
      expect(await from(3, '2001:db8:1:2::3')).toBe(429)
      expect(await from(1, '2001:db8:1:2::3')).toBe(200)
      expect(await from(3, '2001:db8:1:3::3')).toBe(200)
    },
  )
})

it('has codes of a change sent to so many addresses a day', async () => {
  platform = await shared.openEmpty({ rateLimits: { addressesPerNetwork: { max: 2, seconds: 86_400 } } })
  // The address that is signed in with is the first of them.
  const { client } = await signedInClient(platform, 'timur@example.com')
  const change = async (email: string) => (await client.auth.updateUser({ email })).error?.status
  const answers = [await change('asel-1@example.com'), await change('asel-2@example.com')]
  expect(answers).toEqual([undefined, 429])
})

describe('limits of several processes', () => {
  it('count in the database together, whoever is asked at the same moment', async () => {
    platform = await shared.openEmpty()
    const limit = { max: 7, seconds: 600 }
    const processes = [databaseLimits(platform.db), databaseLimits(platform.db)].map((open) =>
      open('x', limit),
    )
    const turns = await Promise.all(
      Array.from({ length: 20 }, (_, at) => processes[at % 2]?.take('192.0.2.1')),
    )
    expect(turns.filter((turn) => turn?.ok)).toHaveLength(7)

    const third = databaseLimits(platform.db)
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
    platform = await shared.openEmpty()
    const limit = { max: 2, seconds: 600 }
    const takeAnew = () => databaseLimits(platform.db)('x', limit).take('asel@example.com')
    const taken = [await takeAnew(), await takeAnew(), await takeAnew()]
    await sql`update platform.rate_limits set full_at = full_at - interval '300 s'`.execute(platform.db)
    taken.push(await takeAnew(), await takeAnew())
    expect(taken.map(({ ok }) => ok)).toEqual([true, true, false, true, false])
    const { rows } = await sql`select encode(key, 'escape') from platform.rate_limits`.execute(platform.db)
    expect(JSON.stringify(rows)).not.toContain('asel')
  })

  it('refuse nobody because the database’s clock was ahead', async () => {
    platform = await shared.openEmpty()
    const limit = { max: 1, seconds: 600 }
    const takeAnew = async () => (await databaseLimits(platform.db)('x', limit).take('a')).ok
    const taken = [await takeAnew(), await takeAnew()]
    await sql`update platform.rate_limits set full_at = full_at + interval '1 day'`.execute(platform.db)
    taken.push(await takeAnew(), await takeAnew())
    expect(taken).toEqual([true, false, true, false])
  })

  it('hold in each process alone while the database does not answer', async () => {
    platform = await shared.openEmpty()
    await sql`alter table platform.rate_limits rename to gone`.execute(platform.db)
    const limiter = databaseLimits(platform.db)('x', { max: 1, seconds: 600 })
    expect([
      (await limiter.peek('a')).ok,
      (await limiter.take('a')).ok,
      (await limiter.take('a')).ok,
    ]).toEqual([true, true, false])
    await sql`alter table platform.gone rename to rate_limits`.execute(platform.db)
  })

  it.runIf(process.env.TEST_DATABASE === 'postgres')('are one for two servers on one database', async () => {
    const database = await givenDatabase()
    const limits = { database: database.settings, rateLimits: { verify: { max: 2, seconds: 600 } } }
    platform = await givenPlatform(limits)
    const other = await givenPlatform(limits)
    onTestFinished(() => other.close().then(database.drop))

    const body = JSON.stringify({ type: 'email', email: 'a@example.com', token: '000000' })
    const answers = []
    for (const each of [platform, other, platform, other]) {
      answers.push(await call(each, '/auth/v1/verify', { method: 'POST', body }))
    }
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 429, 429])
    expect(Number(answers[3]?.headers.get('retry-after'))).toBeGreaterThan(290)
  })
})

describe('who has an account', () => {
  it('shows in no answer to sign-up, code or recovery requests, the second time neither', async () => {
    platform = await shared.openEmpty({ auth: { smtpMaxFrequency: 60 } })
    const known = 'known@example.com'
    const unknown = 'unknown@example.com'
    await serviceClient(platform).auth.admin.createUser({ email: known, email_confirm: true })

    for (const [path, rest] of [
      ['/auth/v1/recover', {}],
      ['/auth/v1/otp', { create_user: false }],
      ['/auth/v1/resend', { type: 'signup' }],
      ['/auth/v1/signup', { password: 'long enough', data: { name: 'Имя' } }],
    ] as const) {
      await platform.db.deleteFrom('platform.mail_throttle').execute()
      for (let time = 1; time <= 2; time++) {
        const a = await post(path, { email: known, ...rest })
        const b = await post(path, { email: unknown, ...rest })
        expect(a.status).toBe(time === 1 ? 200 : 429)
        expect({ status: a.status, body: shapeOf(a.body, known) }).toEqual({
          status: b.status,
          body: shapeOf(b.body, unknown),
        })
      }
    }
    expect(platform.mails.filter(({ to }) => to === known).map(({ kind }) => kind)).toEqual([
      'recovery',
      'magic_link',
    ])
  })

  it('shows in no answer to a repeated sign-up after the pause', async () => {
    platform = await shared.openEmpty()
    await serviceClient(platform).auth.admin.createUser({ email: 'known@example.com', email_confirm: true })
    const ids: Record<string, unknown[]> = { 'known@example.com': [], 'unknown@example.com': [] }
    for (const email of Object.keys(ids)) {
      for (let time = 0; time < 2; time++)
        ids[email]?.push((await post('/auth/v1/signup', { email, password: 'long enough' })).body.id)
    }
    for (const [first, second] of Object.values(ids)) expect(first).not.toBe(second)
  })

  it('does not show in what work a refused password makes', async () => {
    platform = await shared.openEmpty({ auth: { bcryptCost: 9 } })
    await serviceClient(platform).auth.admin.createUser({
      email: 'known@example.com',
      password: 'its password',
      email_confirm: true,
    })
    const spent = { 'known@example.com': 0, 'unknown@example.com': 0 }
    // The process's own work, which no other program's load makes more.
    const emails = ['known@example.com', 'unknown@example.com'] as const
    for (const email of Array.from({ length: 7 }, () => emails).flat()) {
      const before = process.cpuUsage()
      await post('/auth/v1/token?grant_type=password', { email, password: 'a wrong one' })
      const { user, system } = process.cpuUsage(before)
      spent[email] += user + system
    }
    // Without a hash to compare with, an unknown address would be refused in a small part of the time.
    expect(spent['unknown@example.com']).toBeGreaterThan(spent['known@example.com'] / 3)
  })
})

/** A body with everything replaced that may differ between two people. */
function shapeOf(body: Record<string, unknown>, email: string): unknown {
  return JSON.parse(
    JSON.stringify(body)
      .replaceAll(email, 'EMAIL')
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      .replace(/after \d+ seconds/, 'after SOME seconds'),
  )
}
