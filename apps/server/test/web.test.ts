import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { sampleOwner } from '@app/content/ru/sandbox/sample-owner'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PanelGate } from '../src/panel/panel-gate.ts'
import { givenApp, givenSite, inlineScript } from './given-app.ts'

const siteDir = givenSite()
let app: Awaited<ReturnType<typeof givenApp>>['app']
/** With https and every page there may be, the sandbox's among them. */
let everything: typeof app

beforeAll(async () => {
  app = (await givenApp({ siteDir })).app
  const env = { SITE_URL: 'https://clearday.kz', ANALYTICS: 'sandbox' }
  everything = (await givenApp({ siteDir, env })).app
})
afterAll(() => rmSync(siteDir, { recursive: true }))

const asPerson = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const get = (url: string, headers: Record<string, string> = asPerson) => app.inject({ url, headers })

test.each([
  ['/', 200, '<h1>Главная</h1>'],
  ['/?utm_source=instagram', 200, '<h1>Главная</h1>'],
  ['/about', 200, sampleOwner.name],
  ['/about/', 200, sampleOwner.name],
  ['/profile?data=%7B%22', 200, '<div id="root"></div>'],
  ['/payment_success?OutSum=5000', 200, '<div id="root"></div>'],
  ['/no-such-page', 404, '<div id="root"></div>'],
])('%s is a page with status %i', async (url, status, text) => {
  const page = await get(url)

  expect(page.statusCode).toBe(status)
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.headers['cache-control']).toBe('no-cache')
  expect(page.body).toContain(text)
})

test('a page carries the configuration of this installation', async () => {
  const { body } = await get('/')
  const json = /id="app-config">(.*?)<\/script>/.exec(body)?.[1]

  expect(JSON.parse(json ?? '')).toMatchObject({
    apiUrl: '/api',
    supabaseKey: 'sb_publishable_x',
    owner: sampleOwner,
  })
})

test.each([
  '/assets/gone-1.js',
  '/../package.json',
  '/.vite/manifest.json',
  '/about.html',
  '/%2e%2e/package.json',
])('%s is not there, and no page is served for it', async (url) => {
  const answer = await get(url)

  expect(answer.statusCode).toBe(404)
  expect(answer.body).toBe('Not found')
})

test.each([
  ['/api/nothing', 404, 'not_found'],
  ['/api/leads', 405, 'method_not_allowed'],
  ['/auth/v1/nothing', 404, 'not_found'],
  ['/rest/v1', 404, 'not_found'],
  ['/storage/v1/nothing?a=b', 404, 'not_found'],
  ['/functions/v1/a/b', 404, 'not_found'],
  ['/sandbox/api/nothing', 404, 'not_found'],
])('%s is for programs, which get no page', async (url, status, code) => {
  for (const headers of [asPerson, { accept: 'application/json' }]) {
    const answer = await get(url, headers)
    expect([answer.statusCode, answer.json().code]).toEqual([status, code])
  }
})

describe("the test panel's scripts", () => {
  const script = '/assets/panel/panel-77aa.js'

  test('are not there for whoever has no pass', async () => {
    for (const cookie of ['', 'panel_pass=', 'panel_pass=99999999999999.c2lnbmF0dXJl']) {
      const answer = await get(script, { ...asPerson, cookie })
      expect([answer.statusCode, answer.body]).toEqual([404, 'Not found'])
    }
  })

  test('are served to whoever has one, and kept by no shared cache', async () => {
    const paths = ['/assets/panel/']
    const gate = new PanelGate({ secretKey: 'sb_secret_x', isHttps: false, paths, isOpen: async () => false })
    const [cookie = ''] = gate.issue({ role: 'owner', sessionId: null }, new Date()).cookies

    const answer = await get(script, { cookie, 'accept-encoding': 'identity' })

    expect([answer.statusCode, answer.body]).toEqual([200, 'console.log("panel")'])
    expect(answer.headers['cache-control']).toBe('private, no-cache')
  })
})

describe('compression and caching', () => {
  test('a hashed file is kept for a year and comes compressed', async () => {
    const url = '/assets/index-4f2a.js'
    const answer = await get(url, { 'accept-encoding': 'gzip, br' })

    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'accept-encoding',
    })
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe((await get(url, {})).body)
    expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length)
  })

  test('what a browser has already is not sent again', async () => {
    const first = await get('/')
    const again = await get('/', { ...asPerson, 'if-none-match': String(first.headers.etag) })

    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
    expect((await get('/', { ...asPerson, 'if-none-match': '"other"' })).statusCode).toBe(200)
  })

  test('each encoding has its own tag', async () => {
    const plain = await get('/')
    const packed = await get('/', { ...asPerson, 'accept-encoding': 'br' })

    expect(packed.headers.etag).not.toBe(plain.headers.etag)
  })

  test('HEAD answers like GET, without the body', async () => {
    const answer = await app.inject({ method: 'HEAD', url: '/', headers: asPerson })

    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe('')
  })
})

describe('headers', () => {
  test.each([
    ...['/', '/about', '/terms', '/profile', '/payment_success', '/misc', '/no-such-page'],
    ...['/sandbox/', '/sandbox/mail', '/sandbox/payments', '/sandbox/whatsapp', '/sandbox/analytics'],
  ])('%s forbids what no page needs', async (url) => {
    const { headers } = await everything.inject({ url, headers: asPerson })
    const policy = String(headers['content-security-policy'])

    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'referrer-policy': 'no-referrer',
      'strict-transport-security': expect.stringContaining('max-age=31536000'),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    for (const directive of ["default-src 'self'", "object-src 'none'", "base-uri 'none'"]) {
      expect(policy.split('; ')).toContain(directive)
    }
    // Of inline scripts the build's own one alone, by its content.
    const hash = createHash('sha256').update(inlineScript).digest('base64')
    expect(/script-src ([^;]+);/.exec(policy)?.[1]).toBe(`'self' 'sha256-${hash}'`)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe-eval')
  })

  test.each(['none', 'same-origin', 'same-site', 'cross-site'])(
    'a page is kept from other windows when it is opened (%s) as when it is reloaded',
    async (site) => {
      const { headers } = await get('/', { ...asPerson, 'sec-fetch-site': site })

      expect(headers['cross-origin-opener-policy']).toBe('same-origin')
    },
  )

  test('a site without https does not ask for it', async () => {
    expect((await get('/')).headers['strict-transport-security']).toBeUndefined()
  })

  test('a site with https asks for https only, and may call what it is configured for', async () => {
    const { app: secure } = await givenApp({
      env: {
        SITE_URL: 'https://clearday.kz',
        POSTHOG_KEY: 'phc_1',
        POSTHOG_HOST: 'https://eu.i.posthog.com',
      },
    })
    const { headers } = await secure.inject('/api/health')

    expect(headers['strict-transport-security']).toContain('max-age=31536000')
    const policy = String(headers['content-security-policy'])
    expect(/connect-src ([^;]+);/.exec(policy)?.[1]).toContain(' https://eu.i.posthog.com')
    expect(policy).toContain("script-src 'self';")
  })
})
