import { rmSync } from 'node:fs'
import { apiErrorTexts } from '@app/content/ru/errors'
import { sampleOwner } from '@app/content/ru/sandbox/sample-owner'
import { buildAttempt } from '@app/testing/attempt'
import type { InjectOptions } from 'fastify'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '../src/config.ts'
import { startMaintenanceServer } from '../src/maintenance-server.ts'
import { givenApp, givenSite } from './given-app.ts'

const json = { 'content-type': 'application/json' }

async function ask(request: InjectOptions) {
  const { app, log } = await givenApp()
  const response = await app.inject(request)
  return { response, log: log.join('') }
}

describe('state', () => {
  test.each<[string, Record<string, string>, boolean]>([
    ['with the mails of the sandbox', { MAIL: 'sandbox' }, true],
    [
      'with mails that go out',
      { MAIL: 'smtp', SMTP_HOST: 'localhost', MAIL_FROM: 'a@b.kz', PAYMENTS: 'sandbox', WHATSAPP: 'sandbox' },
      false,
    ],
    [
      'with sign-in hosted elsewhere',
      {
        MODE: 'supabase',
        DATABASE_URL: 'postgres://nowhere.kz/postgres',
        SUPABASE_URL: 'https://project.supabase.co',
        SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x',
        SUPABASE_SECRET_KEY: 'sb_secret_x',
      },
      false,
    ],
  ])('pages are told of the sandbox’s authenticator where it is: %s', async (_, env, isThere) => {
    const { app } = await givenApp({ env })
    expect((await app.inject('/api/client-config')).json()).toMatchObject({
      environment: 'sandbox',
      sandboxAuthenticator: isThere,
    })
    expect((await app.inject('/sandbox/authenticator')).statusCode).toBe(isThere ? 200 : 404)
  })

  test('pages are told how long sign-in lets pass between two codes', async () => {
    const { app } = await givenApp({ env: { MAIL_INTERVAL_SECONDS: '900' } })
    expect((await app.inject('/api/client-config')).json()).toMatchObject({ codePauseSeconds: 900 })
  })

  test('the root says that the API is running', async () => {
    for (const url of ['/api', '/api/']) {
      const { response } = await ask({ url })
      expect(response.json()).toEqual({ status: 'API is running' })
    }
  })

  test('health answers without the database, readiness does not', async () => {
    const { app } = await givenApp({ ping: () => Promise.reject(new Error('down')) })

    expect((await app.inject('/api/health')).json()).toEqual({ status: 'ok' })
    const ready = await app.inject('/api/ready')
    expect(ready.statusCode).toBe(503)
    expect(ready.json()).toEqual({ code: 'unavailable', message: apiErrorTexts.unavailable })
  })

  test('a database that hangs is not waited for long, and an outage is one line of the log, however much fails', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { promise: back, resolve: comeBack } = Promise.withResolvers<void>()
    const { app, log } = await givenApp({ ping: () => back })
    const lines = () =>
      log.map((line) => JSON.parse(line) as { msg: string }).filter(({ msg }) => msg !== 'request')
    const asked = Promise.all([1, 2, 3].map(() => app.inject('/api/ready')))
    await vi.advanceTimersByTimeAsync(3_000)
    const statuses = (await asked).map(({ statusCode, headers }) => [statusCode, headers['retry-after']])
    expect(statuses).toEqual([1, 2, 3].map(() => [503, '5']))
    expect(lines()).toMatchObject([{ level: 'error', msg: 'the database does not answer' }])

    app.log.error({ job: 'send_receipt', error: { code: '08006' } }, 'a job is given up')
    app.log.warn({ error: { code: '42P01' } }, 'something else')
    comeBack()
    await vi.advanceTimersByTimeAsync(20_000)
    expect(lines().slice(1)).toMatchObject([
      { msg: 'a job is given up' },
      { msg: 'something else' },
      { level: 'info', msg: 'the database answers again', failures: 3 },
    ])
  })

  test('a server that is about to close says so, serves on and keeps no connection', async () => {
    const { app, close } = await givenApp({ env: { DRAIN_SECONDS: '1' } })
    expect((await app.inject('/api/ready')).statusCode).toBe(200)
    const closing = close()
    const [ready, health] = [await app.inject('/api/ready'), await app.inject('/api/health')]
    await closing

    expect([ready.statusCode, health.statusCode, health.headers.connection]).toEqual([503, 200, 'close'])
  })

  test('what waits for the server to be opened has files, and asks for patience for all else', async () => {
    const siteDir = givenSite()
    const settings = readConfig({ SANDBOX: '1', LOG_LEVEL: 'silent' }, sampleOwner)
    const room = await startMaintenanceServer(settings, siteDir)
    onTestFinished(() => rmSync(siteDir, { recursive: true }))
    const statusOf = async (url: string, accept = '*/*') => {
      const { statusCode, headers } = await room.inject({ url, headers: { accept } })
      return [statusCode, headers['retry-after'], String(headers['content-type']).split(';')[0]]
    }

    expect(await statusOf('/api/health')).toEqual([200, undefined, 'application/json'])
    expect(await statusOf('/assets/index-4f2a.js')).toEqual([200, undefined, 'text/javascript'])
    expect(await statusOf('/about', 'text/html')).toEqual([503, '5', 'text/html'])
    for (const url of ['/api/ready', '/api/leads', '/rest/v1/quiz_leads', '/assets/panel/panel-77aa.js']) {
      expect(await statusOf(url)).toEqual([503, '5', 'application/json'])
    }
  })

  test('on its own host the API needs no prefix, answers the site and serves no pages', async () => {
    const { app } = await givenApp({
      env: { API_PREFIX: '/', API_URL: 'https://api.clearday.kz', SITE_URL: 'https://clearday.kz' },
    })
    const from = (origin: string, url = '/') => app.inject({ url, headers: { origin } })

    const answer = await from('https://clearday.kz')
    expect(answer.json()).toEqual({ status: 'API is running' })
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': 'https://clearday.kz',
      'access-control-expose-headers': 'retry-after, x-request-id',
      vary: 'origin',
    })
    expect((await from('https://elsewhere.kz')).headers['access-control-allow-origin']).toBeUndefined()

    const nothing = await from('https://clearday.kz', '/about')
    expect([nothing.statusCode, nothing.json().code]).toEqual([404, 'not_found'])
    expect(nothing.headers['access-control-allow-origin']).toBe('https://clearday.kz')

    const asked = await app.inject({
      method: 'OPTIONS',
      url: '/payment/status',
      headers: { origin: 'https://clearday.kz', 'access-control-request-headers': 'x-intent-secret' },
    })
    expect(asked.statusCode).toBe(204)
    expect(asked.headers['access-control-allow-headers']).toBe('authorization, content-type, x-intent-secret')
  })

  test('pages call an API of another host, and their own one for the pass that is a cookie', async () => {
    const siteDir = givenSite()
    onTestFinished(() => rmSync(siteDir, { recursive: true }))
    const { app } = await givenApp({
      siteDir,
      env: { API_URL: 'https://api.clearday.kz', SITE_URL: 'https://clearday.kz' },
    })
    const { body, headers } = await app.inject({ url: '/', headers: { accept: 'text/html' } })

    expect(JSON.parse(/id="app-config">(.*?)<\/script>/.exec(body)?.[1] ?? '')).toMatchObject({
      apiUrl: 'https://api.clearday.kz',
      ownApiUrl: '/api',
    })
    expect(String(headers['content-security-policy'])).toMatch(/connect-src [^;]*https:\/\/api\.clearday\.kz/)
  })
})

describe('what cannot be understood is refused, in Russian', () => {
  test.each<[string, InjectOptions, number, keyof typeof apiErrorTexts]>([
    [
      'half a JSON',
      { method: 'POST', url: '/api/leads', headers: json, payload: '{"attemptId":' },
      400,
      'invalid_input',
    ],
    ['no body', { method: 'POST', url: '/api/leads', headers: json, payload: '' }, 400, 'invalid_input'],
    ['a list', { method: 'POST', url: '/api/leads', headers: json, payload: '[]' }, 400, 'invalid_input'],
    ['null', { method: 'POST', url: '/api/leads', headers: json, payload: 'null' }, 400, 'invalid_input'],
    [
      'a prototype',
      { method: 'POST', url: '/api/leads', headers: json, payload: '{"__proto__":{"a":1}}' },
      400,
      'invalid_input',
    ],
    [
      'another type',
      { method: 'POST', url: '/api/leads', headers: { 'content-type': 'text/xml' }, payload: '<a/>' },
      415,
      'unsupported_media_type',
    ],
    [
      'a body of 65 kB',
      {
        method: 'POST',
        url: '/api/leads',
        headers: json,
        payload: JSON.stringify({ a: 'x'.repeat(65 * 1024) }),
      },
      413,
      'body_too_large',
    ],
    ['an unknown path', { url: '/api/nothing' }, 404, 'not_found'],
    ['a path deeper', { url: '/api/leads/result/a/b' }, 404, 'not_found'],
    ['another method', { method: 'DELETE', url: '/api/leads' }, 405, 'method_not_allowed'],
    ['a broken percent sign', { url: '/api/leads/result/%E0%A4%A' }, 400, 'invalid_input'],
    ['a NUL in a path', { url: '/api/leads/result/%00' }, 400, 'invalid_input'],
    [
      'half a surrogate pair',
      { method: 'POST', url: '/api/leads', headers: json, payload: '{"contact":{"name":"\\ud800"}}' },
      400,
      'invalid_input',
    ],
    ['a token of another shape', { url: "/api/leads/result/' or 1=1 --" }, 404, 'not_found'],
  ])('%s', async (_name, request, status, code) => {
    const { response, log } = await ask(request)

    expect(response.statusCode).toBe(status)
    expect(response.json()).toMatchObject({ code, message: apiErrorTexts[code] })
    expect(log).not.toContain('"level":"error"')
  })

  test('a known path names the methods it has', async () => {
    const { response } = await ask({ method: 'DELETE', url: '/api/leads' })

    expect(response.headers.allow).toBe('POST')
  })

  test('every wrong field is named at once', async () => {
    const attempt = buildAttempt()
    const { response } = await ask({
      method: 'POST',
      url: '/api/leads',
      headers: json,
      payload: JSON.stringify({
        ...attempt,
        attemptId: 'mine',
        answers: { ...attempt.answers, height: 119, weight: 29.9, tongueColor: '7' },
        contact: { name: '  ', email: 'aliya', phone: '8701' },
      }),
    })

    expect(response.statusCode).toBe(400)
    expect(Object.keys(response.json().fields).sort()).toEqual([
      'answers.height',
      'answers.tongueColor',
      'answers.weight',
      'attemptId',
      'contact.email',
      'contact.name',
      'contact.phone',
    ])
    expect(response.json().fields).toMatchObject({
      'answers.height': 'too_small',
      'contact.name': 'required',
      'contact.phone': 'phone_short',
    })
  })

  test('consent to a text that nobody knows is no consent', async () => {
    const { response } = await ask({
      method: 'POST',
      url: '/api/leads',
      payload: buildAttempt({ consent: { health: 'health-1999' } }),
    })

    expect(response.statusCode).toBe(422)
    expect(response.json()).toMatchObject({
      code: 'consent_required',
      fields: { 'consent.health': 'required' },
    })
  })

  test.each(['Bearer', 'Basic YTpi', 'Bearer abc', 'Bearer a.b.c'])(
    'the authorization %o',
    async (authorization) => {
      const { response } = await ask({
        method: 'POST',
        url: '/api/leads',
        headers: { authorization },
        payload: buildAttempt(),
      })

      expect(response.statusCode).toBe(401)
      expect(response.json()).toMatchObject({ code: 'unauthorized' })
    },
  )
})

describe("a sender's address", () => {
  const from = (address: string) => ({ url: '/api/health', headers: { 'x-forwarded-for': address } })

  test.each([
    'unknown',
    '_hidden',
    '1.2.3',
    '1.2.3.4:5678',
    'fe80::1%eth0',
    "' or 1=1",
    '\u00e9',
    ''.padEnd(5000, '1'),
  ])('that is %o, by a trusted proxy, is refused', async (address) => {
    for (const TRUST_PROXY of ['1', 'loopback']) {
      const { app, log } = await givenApp({ env: { TRUST_PROXY } })
      const answer = await app.inject(from(address))
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
      expect(log.join('')).not.toContain('"level":"error"')
    }
  })

  test.each(['203.0.113.9', '2001:db8::9', '10.0.0.1, 203.0.113.9'])('may be %o', async (address) => {
    const { app } = await givenApp({ env: { TRUST_PROXY: 'loopback' } })
    expect((await app.inject(from(address))).statusCode).toBe(200)
  })

  test('is believed of the proxy alone, where that has a secret', async () => {
    const secret = 'a secret of the proxy'
    const { app } = await givenApp({ env: { TRUST_PROXY: 'loopback', PROXY_SECRET: secret } })
    const arrivalOf = async (headers: Record<string, string>) =>
      (
        await app.inject({
          url: '/api/forwarding',
          headers: { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https', ...headers },
        })
      ).json()

    expect(await arrivalOf({ 'x-proxy-secret': secret })).toMatchObject({
      forwarded: 'believed',
      address: '203.0.113.9',
      protocol: 'https',
    })
    for (const headers of [{}, { 'x-proxy-secret': 'another secret of somebody' }]) {
      expect(await arrivalOf(headers as Record<string, string>)).toMatchObject({
        forwarded: 'ignored',
        address: '127.0.0.1',
        protocol: 'http',
      })
    }
  })

  test('is not asked of a header that nobody trusted passed on', async () => {
    const { app } = await givenApp()
    expect((await app.inject(from('unknown'))).statusCode).toBe(200)
  })
})

describe('the log', () => {
  test('names the route, never the address asked for', async () => {
    const { log } = await ask({ url: '/api/leads/result/secret-token?email=aliya@example.com' })
    const line = JSON.parse(log)

    expect(line).toMatchObject({
      method: 'GET',
      route: '/api/leads/result/:resultToken',
      status: 404,
      level: 'info',
    })
    expect(line.reqId).toMatch(/^[0-9a-f-]{36}$/)
    expect(log).not.toMatch(/secret-token|aliya|127\.0\.0\.1/)
  })

  test('knows nothing of an unknown address either', async () => {
    const { log } = await ask({ url: '/api/aliya@example.com' })

    expect(log).not.toContain('aliya')
  })

  test('an answer names the line it can be found by', async () => {
    const { response, log } = await ask({ url: '/api/health' })

    expect(JSON.parse(log).reqId).toBe(response.headers['x-request-id'])
  })
})
