import { generateKeyPair, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { givenSharedDatabase, type SharedDatabase, type TestPlatform } from '../../testing/given-platform.ts'
import { ask, givenPages, givenSession, host, ownPage, signIn } from './given-studio.ts'

const jwtSecret = 'a secret of at least thirty-two characters'
let shared: SharedDatabase
let pages: Awaited<ReturnType<typeof givenPages>>
let platform: TestPlatform

beforeAll(async () => {
  shared = await givenSharedDatabase()
  pages = await givenPages()
})
afterEach(() => platform.close())
afterAll(() => Promise.all([shared.drop(), pages.remove()]))

async function givenStudio(
  settings: { sessionSeconds?: number; keysTried?: { max: number; seconds: number } } = {},
) {
  platform = await shared.openEmpty({ keys: { jwtSecret }, studio: { folder: pages.folder, ...settings } })
  return platform
}

/** A token signed by whoever has the secret. */
const signed = (claims: Record<string, unknown>, secret = jwtSecret, expires: number | string = '1h') =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(new TextEncoder().encode(secret))

it('is not there unless it is asked for', async () => {
  platform = await shared.openEmpty()
  expect((await ask(platform, '/')).status).toBe(404)
  expect((await signIn(platform, platform.keys.secret)).status).toBe(404)
})

it('says at the start what to do when it was not built', async () => {
  await givenStudio()
  await expect(shared.open({ studio: { folder: '/nowhere' } })).rejects.toThrow(
    'npm run build -w @app/studio',
  )
})

describe('a sign-in', () => {
  it('takes the secret key and the token of the server, and keeps a cookie that no script reads', async () => {
    await givenStudio()
    for (const key of [
      platform.keys.secret,
      `  ${platform.keys.secret}\n`,
      platform.keys.serviceRoleJwt,
      await signed({ role: 'service_role' }),
    ]) {
      const { status, headers } = await signIn(platform, key)
      expect(status).toBe(204)
      expect(headers['set-cookie']).toMatch(
        /^studio_session=[\w-]{43}; Path=\/studio; Max-Age=14400; HttpOnly; SameSite=Strict$/,
      )
      expect(headers['cache-control']).toBe('no-store')
    }
  })

  it('refuses every other key', async () => {
    await givenStudio({ keysTried: { max: 100, seconds: 1 } })
    const { privateKey } = await generateKeyPair('ES256')
    const another = new SignJWT({ role: 'service_role' })
      .setProtectedHeader({ alg: 'ES256' })
      .sign(privateKey)
    const unsigned = `${btoa('{"alg":"none"}')}.${btoa('{"role":"service_role"}')}.`.replaceAll('=', '')
    const keys = {
      publishable: platform.keys.publishable,
      'a token of anon': platform.keys.anonJwt,
      'a token of anon by the secret': await signed({ role: 'anon' }),
      'one of another administrator': await signed({ role: 'supabase_admin' }),
      expired: await signed({ role: 'service_role' }, jwtSecret, Math.floor(Date.now() / 1000) - 1),
      'of another project': await signed(
        { role: 'service_role' },
        'the secret of a project that is not this one',
      ),
      'by a key of another project': await another,
      'of nobody': unsigned,
      'of a person': await signed({ role: 'service_role', sub: crypto.randomUUID() }),
      'of a session': await signed({ role: 'service_role', session_id: crypto.randomUUID() }),
      nonsense: 'x',
      'a part of it': platform.keys.secret.slice(0, -1),
    }
    for (const [name, key] of Object.entries(keys)) {
      const { status, body, headers } = await signIn(platform, key)
      expect([name, status, body.code, headers['set-cookie']]).toEqual([name, 401, 'wrong_key', undefined])
    }
    expect(platform.logs.join()).not.toContain(platform.keys.anonJwt)
  })

  it.each([['{'], ['[]'], ['{"key":7}'], ['{"key":" "}'], ['']])('a body %j is no key', async (body) => {
    await givenStudio()
    expect(await ask(platform, '/api/session', { method: 'POST', body })).toMatchObject({ status: 400 })
  })

  it('lets an address try so many keys', async () => {
    await givenStudio({ keysTried: { max: 2, seconds: 600 } })
    expect((await signIn(platform, 'sb_secret_wrong')).status).toBe(401)
    expect((await signIn(platform, 'sb_secret_wrong')).status).toBe(401)
    const { status, headers, body } = await signIn(platform, platform.keys.secret)
    const wait = Number(headers['retry-after'])
    expect([status, wait > 200]).toEqual([429, true])
    expect(body.message).toContain(`Try again in ${Math.ceil(wait / 60)} minutes.`)
  })

  it('is told beforehand how long it lasts, and then until when', async () => {
    await givenStudio({ sessionSeconds: 7200 })
    const facts = async (headers: Record<string, string>) =>
      (await ask(platform, '/api/session', { headers: { ...ownPage, ...headers } })).body
    expect(await facts({})).toEqual({ endsAt: null, lastsSeconds: 7200 })
    const { endsAt } = await facts({ cookie: await givenSession(platform) })
    expect(Math.abs(Date.parse(endsAt) - Date.now() - 7_200_000)).toBeLessThan(60_000)
  })

  it('ends by itself, by signing out, and with the process', async () => {
    await givenStudio()
    const cookie = await givenSession(platform)
    const tables = () => ask(platform, '/api/tables', { headers: { ...ownPage, cookie } })
    expect((await tables()).status).toBe(200)
    const out = await ask(platform, '/api/session', { method: 'DELETE', headers: { ...ownPage, cookie } })
    expect(out.headers['set-cookie']).toContain('Max-Age=0')
    expect((await tables()).status).toBe(401)

    const left = await givenSession(platform)
    const next = await shared.open({ studio: { folder: pages.folder } })
    expect((await ask(next, '/api/tables', { headers: { ...ownPage, cookie: left } })).status).toBe(401)
    await next.close()
    const short = await shared.open({ studio: { folder: pages.folder, sessionSeconds: 0 } })
    const ended = await givenSession(short)
    expect((await ask(short, '/api/tables', { headers: { ...ownPage, cookie: ended } })).status).toBe(401)
    await short.close()
  })

  it('is asked for by everything that shows data', async () => {
    await givenStudio()
    const paths = ['/api/tables', '/api/tables/public/memos', '/api/logs', '/api/services/rest/v1/memos']
    for (const path of paths) {
      for (const cookie of [undefined, 'studio_session=', 'studio_session=x', 'other=1']) {
        const { status, body } = await ask(platform, path, {
          headers: { ...ownPage, cookie, 'x-studio-role': 'service_role' },
        })
        expect([path, status, body.code]).toEqual([path, 401, 'signed_out'])
      }
    }
    // A key is no session: it is shown once, to sign in.
    const withKey = {
      ...ownPage,
      apikey: platform.keys.secret,
      authorization: `Bearer ${platform.keys.secret}`,
    }
    expect((await ask(platform, '/api/tables', { headers: withKey })).status).toBe(401)
  })
})

describe('a request', () => {
  it.each([
    ['another name that points here', { host: 'evil.example:54321', origin: 'http://evil.example:54321' }],
    [
      'a name that begins like ours',
      { host: 'localhost.evil.example', origin: 'http://localhost.evil.example' },
    ],
    ['a name behind a user', { host: 'localhost:54321@evil.example' }],
  ])('for %s is refused, whatever it bears', async (_, headers) => {
    await givenStudio()
    const cookie = await givenSession(platform)
    for (const path of ['/', '/assets/a.js', '/api/session', '/api/tables']) {
      const { status, body } = await ask(platform, path, { headers: { ...ownPage, cookie, ...headers } })
      expect([path, status, body.code]).toEqual([path, 421, 'unknown_host'])
    }
  })

  it.each([
    ['of another origin', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['of another port', { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' }],
    ['of an origin that is told alone', { origin: 'https://evil.example', 'sec-fetch-site': undefined }],
    ['of a sandbox', { origin: 'null' }],
    ['without an origin', { origin: undefined }],
    ['without the header', { 'x-studio': undefined }],
    ['of a site that is told alone', { 'sec-fetch-site': 'cross-site' }],
  ])('of a page %s changes nothing', async (_, headers) => {
    await givenStudio()
    const cookie = await givenSession(platform)
    const as = { ...ownPage, cookie, 'x-studio-role': 'service_role', ...headers }
    const written = await ask(platform, '/api/services/rest/v1/pets', {
      method: 'POST',
      headers: as,
      body: { id: 1, name: 'Murka' },
    })
    expect([written.status, written.body.code]).toEqual([403, 'foreign_page'])
    expect((await signIn(platform, platform.keys.secret, as)).status).toBe(403)
    expect(written.headers['access-control-allow-origin']).toBeUndefined()
    const read = await ask(platform, '/api/services/rest/v1/pets', {
      headers: { ...ownPage, cookie, 'x-studio-role': 'service_role' },
    })
    expect(read.body).toEqual([])
  })

  it('that only reads is refused from a page of another origin, too', async () => {
    await givenStudio()
    const cookie = await givenSession(platform)
    for (const headers of [
      { 'x-studio': undefined },
      { 'sec-fetch-site': 'none' },
      { origin: 'https://evil.example' },
    ]) {
      expect(
        (await ask(platform, '/api/tables', { headers: { ...ownPage, cookie, ...headers } })).status,
      ).toBe(403)
    }
    expect(
      (await ask(platform, '/api/tables', { headers: { ...ownPage, cookie, origin: undefined } })).status,
    ).toBe(200)
  })

  it('is taken at the address the platform is reached at, where the cookie is for that path and https alone', async () => {
    platform = await shared.openEmpty({
      externalUrl: 'https://api.example.com/backend',
      studio: { folder: pages.folder },
    })
    const outside = { ...ownPage, host: 'api.example.com', origin: 'https://api.example.com' }
    const { status, headers } = await signIn(platform, platform.keys.secret, outside)
    expect(status).toBe(204)
    expect(headers['set-cookie']).toMatch(
      /Path=\/backend\/studio; Max-Age=14400; HttpOnly; SameSite=Strict; Secure$/,
    )
    const plain = { ...outside, origin: 'http://api.example.com' }
    expect((await signIn(platform, platform.keys.secret, plain)).status).toBe(403)
    const page = await ask(platform, '/', { headers: { host: 'api.example.com' } })
    expect(page.headers['content-security-policy']).toContain(
      'script-src api.example.com/backend/studio/assets/;',
    )
  })
})

describe('an answer', () => {
  it('runs nothing but the scripts of Studio, and is framed by nobody', async () => {
    await givenStudio()
    const { status, headers, body } = await ask(platform, '/', { headers: { host } })
    expect([status, body]).toEqual([200, expect.stringContaining('<!doctype html>')])
    expect(headers['content-security-policy']).toContain(`script-src ${host}/studio/assets/;`)
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['content-security-policy']).not.toMatch(/unsafe|'self'|\*/)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
    })
    expect((await ask(platform, '', { headers: { host } })).headers.location).toBe('/studio/')
    const script = await ask(platform, '/assets/a.js', { headers: { host, 'accept-encoding': 'gzip, br' } })
    expect([script.status, script.headers['content-encoding']]).toEqual([200, 'br'])
    for (const path of ['/assets/..%2findex.html', '/assets/', '/nothing', '/api/nothing']) {
      expect([path, (await ask(platform, path)).status]).toEqual([path, 404])
    }
  })

  it('of a service has an origin of its own, so that no page stored there can ask what Studio may', async () => {
    await givenStudio()
    const rest = await platform.app.inject({ url: '/rest/v1/pets', headers: { host } })
    expect(rest.headers['content-security-policy']).toMatch(/^sandbox (?!.*same-origin)/)
    const missing = await platform.app.inject({ url: '/functions/v1/page', headers: { host } })
    expect(missing.headers['content-security-policy']).toMatch(/^sandbox/)
    const without = await shared.open()
    const plain = await without.app.inject({ url: '/rest/v1/pets', headers: { host } })
    expect(plain.headers['content-security-policy']).toBeUndefined()
    await without.close()
  })
})
