import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { leadRowSchema } from '@app/contracts/lead-row'
import { closedEndpoints, probedEndpoints, probeMethod } from '@app/domain/panel/panel-tests'
import { aigerim, freshEmail, timur } from '@app/testing/people'
import { type GivenServer, givenServer } from '@app/testing/server/given-server'
import { addSecondFactor } from '@app/testing/server/second-factor'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grantOwnerRole, panelLink } from './grant-owner-role.ts'

let server: GivenServer
/** What the payment provider answers when it is asked about an order. */
let opState: { status: number; body: string }
const provider = createServer((request, response) => {
  request.resume()
  response.writeHead(opState.status, { 'content-type': 'text/xml' }).end(opState.body)
})
const result = (code: number) =>
  `<OperationStateResponse><Result><Code>${code}</Code></Result></OperationStateResponse>`

let now = new Date('2026-11-21T09:00:00Z')
const letPass = (ms: number) => {
  now = new Date(now.getTime() + ms)
}

beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const { port } = provider.address() as AddressInfo
  server = await givenServer({
    now: () => now,
    env: {
      PANEL_ORIGINS: 'https://test.clearday.kz, https://spare.clearday.kz',
      PAYMENTS: 'robokassa',
      ROBOKASSA_HOST: `http://127.0.0.1:${port}`,
      ROBOKASSA_MERCHANT_LOGIN: 'demo',
      ROBOKASSA_PASSWORD1: 'password_1',
      ROBOKASSA_PASSWORD2: 'password_2',
    },
  })
})
afterAll(async () => {
  await server.close()
  provider.close()
})

function openSession(token?: string) {
  return server.app.inject({
    method: 'POST',
    url: '/api/panel/session',
    ...(token && { headers: { authorization: `Bearer ${token}` } }),
  })
}

const services = () => ({ db: server.db, jobs: server.jobs, supabase: server.admin })

async function roleOf(userId: string): Promise<unknown> {
  return (await server.admin.auth.admin.getUserById(userId)).data.user?.app_metadata.role
}

describe('the panel session', () => {
  test('is refused to a visitor, to a plain user and to a token that is none', async () => {
    const { token } = await server.signIn(freshEmail(aigerim))

    const answers = [await openSession(), await openSession('a.b.c'), await openSession(token)]

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 403])
    expect(answers.map((answer) => answer.json().code)).toEqual(['unauthorized', 'unauthorized', 'forbidden'])
    for (const { headers } of answers) {
      const revoked = expect.stringMatching(/^panel_pass=;.*Max-Age=0/)
      expect(headers['set-cookie']).toEqual([revoked, revoked, revoked])
    }
  })

  test('gives the owner a pass and the two bases', async () => {
    const { token, userId } = await server.signInAsStaff(freshEmail(timur))

    const answer = await openSession(token)

    expect(answer.statusCode).toBe(200)
    expect(answer.json().apiUrls).toEqual({
      development: 'http://localhost:3000/api',
      production: 'http://localhost:3000/api',
    })
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^panel_pass=\d+\..+Path=\/assets\/panel\/;.+HttpOnly/),
      expect.stringMatching(/^panel_pass=\d+\..+Path=\/assets\/desk\/;.+HttpOnly/),
      expect.stringMatching(/^panel_pass=\d+\..+Path=\/api\/docs;.+HttpOnly/),
    ])
    expect(answer.headers['cache-control']).toBe('no-store')

    await server.admin.auth.admin.updateUserById(userId, { app_metadata: { role: null } })
    expect((await openSession(token)).statusCode).toBe(403)
  })
})

test('whoever leaves a browser takes the pass out of it, whatever they show', async () => {
  const left = await server.app.inject({ method: 'DELETE', url: '/api/panel/session' })
  expect(left.statusCode).toBe(204)
  const revoked = expect.stringMatching(/^panel_pass=; .*Max-Age=0/)
  expect(left.headers['set-cookie']).toEqual([revoked, revoked, revoked])
})

describe('the pass', () => {
  const docsWith = (cookie: string) => server.app.inject({ url: '/api/docs', headers: { cookie } })

  async function givenPass() {
    const { token, userId } = await server.signInAsStaff(freshEmail(timur))
    const [cookie = ''] = [(await openSession(token)).headers['set-cookie'] ?? []].flat()
    const pass = cookie.split(';', 1)[0] ?? ''
    expect((await docsWith(pass)).statusCode).toBe(200)
    return { pass, token, userId }
  }

  test('ends with the session it was given in', async () => {
    const { pass, token } = await givenPass()
    const headers = { authorization: `Bearer ${token}`, apikey: server.publishableKey }
    const left = await server.app.inject({ method: 'POST', url: '/auth/v1/logout?scope=global', headers })

    expect([left.statusCode, (await docsWith(pass)).statusCode]).toEqual([204, 401])
  })

  test('ends with the second factor, even when a session outlives it', async () => {
    const { pass, userId } = await givenPass()
    await server.db.deleteFrom('auth.mfa_factors').where('user_id', '=', userId).execute()

    expect((await docsWith(pass)).statusCode).toBe(401)
  })

  test('ends with a ban, and comes back when that is over', async () => {
    const { pass, userId } = await givenPass()
    const banUntil = (banned_until: Date) =>
      server.db.updateTable('auth.users').set({ banned_until }).where('id', '=', userId).execute()

    await banUntil(new Date(Date.now() + 3_600_000))
    expect((await docsWith(pass)).statusCode).toBe(401)
    await banUntil(new Date(Date.now() - 3_600_000))
    expect((await docsWith(pass)).statusCode).toBe(200)
  })

  test('ends with the role', async () => {
    const { pass, userId } = await givenPass()
    await server.admin.auth.admin.updateUserById(userId, { app_metadata: { role: null } })

    expect((await docsWith(pass)).statusCode).toBe(401)
  })
})

test('payments are in order when the provider answers and knows the shop', async () => {
  const health = async () => {
    const { statusCode, json } = await server.app.inject('/api/payment/health')
    return [statusCode, json().status ?? json().code]
  }
  for (const broken of [
    { status: 200, body: result(1) },
    { status: 200, body: result(2) },
    { status: 200, body: '<!doctype html><title>Robokassa</title>' },
    { status: 502, body: '' },
  ]) {
    opState = broken
    letPass(5_000)
    expect(await health()).toEqual([503, 'unavailable'])
  }
  opState = { status: 200, body: result(3) }
  letPass(5_000)
  expect(await health()).toEqual([200, 'ok'])
})

describe('the panel of another installation', () => {
  const origin = 'https://test.clearday.kz'
  const from = (asker: string, url: string, method: 'GET' | 'POST' = 'GET') =>
    server.app.inject({
      method,
      url: `/api${url}`,
      headers: { origin: asker },
      ...(method === 'POST' && { payload: {} }),
    })
  const preflightFrom = (asker: string, url: string, method: string) =>
    server.app.inject({
      method: 'OPTIONS',
      url: `/api${url}`,
      headers: { origin: asker, 'access-control-request-method': method },
    })
  const allowed = 'access-control-allow-origin'

  test.each(probedEndpoints)('may ask %s, as a stranger', async (endpoint) => {
    opState = { status: 200, body: result(3) }
    const method = probeMethod(endpoint)
    const preflight = await preflightFrom(origin, endpoint, method)
    expect([preflight.statusCode, preflight.headers[allowed]]).toEqual([204, origin])
    expect(preflight.headers['access-control-allow-methods']).toBe(method)
    // Neither a token nor a cookie may come along.
    expect(preflight.headers['access-control-allow-headers']).toBe('content-type')
    expect(preflight.headers['access-control-allow-credentials']).toBeUndefined()

    const answer = await from(origin, endpoint, method)
    expect(answer.headers).toMatchObject({ [allowed]: origin, vary: 'origin' })
    const isClosed = closedEndpoints.some((closed) => closed === endpoint)
    expect(answer.statusCode).toBe(isClosed ? 401 : 200)
  })

  test('may ask nothing else, and nobody may who is not named', async () => {
    for (const url of [
      '/payment/checkout',
      '/payment/status',
      '/client-config',
      '/panel/row-security',
      '/docs',
    ]) {
      expect((await from(origin, url)).headers[allowed], url).toBeUndefined()
      expect((await preflightFrom(origin, url, 'GET')).headers[allowed], url).toBeUndefined()
    }
    expect((await from(origin, '/ready', 'POST')).headers[allowed]).toBeUndefined()
    expect((await preflightFrom(origin, '/ready', 'POST')).headers[allowed]).toBeUndefined()
    for (const stranger of ['https://clearday.kz', 'https://test.clearday.kz.evil.kz', 'null']) {
      const { headers } = await from(stranger, '/ready')
      expect([headers[allowed], headers.vary]).toEqual([undefined, 'origin'])
    }
  })
})

describe('row security', () => {
  const ask = (token?: string) =>
    server.app.inject({
      url: '/api/panel/row-security',
      ...(token && { headers: { authorization: `Bearer ${token}` } }),
    })

  test('is told to the staff alone', async () => {
    const { token } = await server.signIn(freshEmail(aigerim))

    expect([(await ask()).statusCode, (await ask(token)).statusCode]).toEqual([401, 403])
  })

  test('hides a lead that was there for the asking, and the asking leaves none', async () => {
    const { token, userId } = await server.signInAsStaff(freshEmail(timur))

    const { row, ...seen } = (await ask(token)).json()
    expect(seen).toEqual({
      isOn: true,
      visitorSees: 0,
      visitorChanges: 0,
      strangerSees: 0,
      strangerChanges: 0,
    })
    expect(leadRowSchema.parse(row)).toMatchObject({ user_id: userId, ownership: 'own' })
    // A policy may go by any column.
    expect(Object.values(row)).not.toContain(null)
    expect(await server.db.selectFrom('quiz_leads').select('id').execute()).toEqual([])
  })
})

describe('an owner', () => {
  test('is made where there was no user, and appointing twice changes nothing', async () => {
    const email = freshEmail(timur)
    await grantOwnerRole(services(), email)
    await grantOwnerRole(services(), email)

    const { data } = await server.admin.rpc('get_user_id_by_email', { user_email: email })
    expect(await roleOf(data)).toBe('admin')
  })

  test('has nothing of what somebody left at their address before', async () => {
    const email = freshEmail(aigerim)
    const password = 'Left-by-a-stranger-1'
    const left = await server.admin.auth.admin.createUser({
      email,
      password,
      user_metadata: { name: 'Чужой' },
    })
    await grantOwnerRole(services(), email)

    const { data: userId } = await server.admin.rpc('get_user_id_by_email', { user_email: email })
    expect(userId).not.toBe(left.data.user?.id)
    const { data } = await server.admin.auth.admin.getUserById(userId)
    expect(data.user?.email_confirmed_at).toBeDefined()
    expect(data.user?.user_metadata).not.toHaveProperty('name')
    const { error } = await server.visitor().auth.signInWithPassword({ email, password })
    expect(error?.code).toBe('invalid_credentials')
  })

  test('comes in by none of the ways their account had before they were appointed', async () => {
    const email = freshEmail(timur)
    const { token, userId } = await server.signIn(email)
    const now = new Date()
    const factor = { factor_type: 'totp', status: 'verified', secret: 'JBSWY3DPEHPK3PXP' } as const
    await server.db
      .insertInto('auth.mfa_factors')
      .values({ id: crypto.randomUUID(), user_id: userId, ...factor, created_at: now, updated_at: now })
      .execute()
    await grantOwnerRole(services(), email)

    expect((await openSession(token)).statusCode).toBe(401)
    const { data } = await server.admin.auth.admin.getUserById(userId)
    expect(data.user?.factors ?? []).toEqual([])
    const { error } = await server.visitor().auth.signInWithPassword({ email, password: 'Wide-steppe-2026' })
    expect(error?.code).toBe('invalid_credentials')
  })

  test('signs in by the link once and lands on the panel', async () => {
    const email = freshEmail(aigerim)
    await grantOwnerRole(services(), email)
    const link = await panelLink(server.admin, { email, siteUrl: 'http://localhost:3000' })
    const { pathname, search } = new URL(link)

    const first = await server.app.inject(pathname + search)
    const landing = new URL(String(first.headers.location))
    const token = new URLSearchParams(landing.hash.slice(1)).get('access_token') ?? ''
    const second = await server.app.inject(pathname + search)

    expect(first.statusCode).toBe(303)
    expect(landing.pathname).toBe('/misc')
    const refused = await openSession(token)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'second_factor_required'])
    const shown = await addSecondFactor(server.app, token)
    expect((await openSession(shown.token)).statusCode).toBe(200)
    expect(String(second.headers.location)).toContain('error_code=otp_expired')
    const mails = server.mailbox.list().filter(({ to }) => to === email)
    expect(mails.map(({ subject }) => subject)).toEqual(['Добавлен второй шаг входа — «Ясный день»'])
  })
})
