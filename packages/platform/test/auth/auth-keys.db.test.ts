import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { DatabaseSettings } from '../../src/settings.ts'
import { call, clientWith, signedInClient, visitorClient } from '../../testing/clients.ts'
import { givenDatabase } from '../../testing/given-database.ts'
import {
  givenPlatform,
  givenSharedDatabase,
  type SharedDatabase,
  type TestPlatform,
} from '../../testing/given-platform.ts'

const jwtSecret = 'a secret of at least thirty-two characters'
const asel = 'asel@example.com'
const platforms: TestPlatform[] = []
let shared: SharedDatabase

beforeAll(async () => {
  shared = await givenSharedDatabase()
})
afterAll(() => shared.drop())
afterEach(async () => {
  for (const platform of platforms.splice(0)) await platform.close()
})

async function givenKeysPlatform(keys: { jwtSecret?: string; jwtKeys?: JWK[] }, database?: DatabaseSettings) {
  const platform = await (database ? givenPlatform({ database, keys }) : shared.openEmpty({ keys }))
  platforms.push(platform)
  return platform
}

async function givenJwk(alg: 'ES256' | 'RS256', operation: 'sign' | 'verify'): Promise<JWK> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true })
  return { ...(await exportJWK(privateKey)), kid: crypto.randomUUID(), alg, key_ops: [operation] }
}

async function accessTokenOf(platform: TestPlatform, email = asel) {
  const { client } = await signedInClient(platform, email)
  return (await client.auth.getSession()).data.session?.access_token ?? ''
}

function headerOf(token: string): { alg: string; kid?: string } {
  return JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())
}

const withSecret = (claims: Record<string, unknown>, secret = jwtSecret) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(new TextEncoder().encode(secret))

describe('an HS256 secret', () => {
  it('signs tokens, and tokens signed with it elsewhere are taken as keys and as bearers', async () => {
    const platform = await givenKeysPlatform({ jwtSecret })
    expect(headerOf(await accessTokenOf(platform))).toMatchObject({ alg: 'HS256' })
    const admin = clientWith(platform, await withSecret({ role: 'service_role' }))
    expect((await admin.auth.admin.listUsers()).data.users).toHaveLength(1)
    expect((await admin.from('memos').select('id')).error).toBeNull()
    const visitor = clientWith(platform, await withSecret({ role: 'anon' }))
    expect((await visitor.auth.admin.listUsers()).error?.code).toBe('not_admin')
  })

  it('makes supabase_admin an administrator, without exp and with a sub that is no UUID', async () => {
    const platform = await givenKeysPlatform({ jwtSecret })
    const token = await withSecret({ sub: '1234567890', role: 'supabase_admin' })
    expect((await call(platform, '/auth/v1/admin/users', { token })).status).toBe(200)
    expect(await call(platform, '/auth/v1/user', { token })).toMatchObject({
      status: 403,
      body: { error_code: 'bad_jwt', msg: 'invalid claim: sub claim must be a UUID' },
    })
    expect((await call(platform, '/auth/v1/admin/users', { key: token })).status).toBe(401)
  })

  it('is never shown, and another one opens nothing', async () => {
    const platform = await givenKeysPlatform({ jwtSecret })
    const jwks = await call(platform, '/auth/v1/.well-known/jwks.json')
    expect(JSON.stringify(jwks.body)).not.toMatch(/"k"|"d"|oct/)
    const token = await withSecret({ role: 'service_role' }, 'another secret of the same length, or so')
    expect(await call(platform, '/auth/v1/admin/users', { token })).toMatchObject({
      status: 403,
      body: { error_code: 'bad_jwt', msg: expect.stringMatching(/signature is invalid$/) },
    })
  })
})

describe('a list of private keys', () => {
  it('signs with the first that may sign and publishes the public parts of all', async () => {
    const jwtKeys = [await givenJwk('ES256', 'verify'), await givenJwk('RS256', 'sign')]
    const platform = await givenKeysPlatform({ jwtSecret, jwtKeys })
    const token = await accessTokenOf(platform)
    expect(headerOf(token)).toMatchObject({ alg: 'RS256', kid: jwtKeys[1]?.kid })
    const { body } = await call(platform, '/auth/v1/.well-known/jwks.json')
    const published = body.keys as JWK[]
    expect(published.map(({ kid }) => kid)).toEqual(expect.arrayContaining(jwtKeys.map(({ kid }) => kid)))
    expect(published.some((jwk) => 'd' in jwk || 'p' in jwk || 'k' in jwk)).toBe(false)
    const { data } = await visitorClient(platform).auth.getClaims(token)
    expect(data?.claims.email).toBe(asel)
    const hmac = await withSecret({ role: 'service_role' })
    expect((await call(platform, '/auth/v1/admin/users', { token: hmac })).status).toBe(200)
  })

  it('with none that may sign is refused at start', async () => {
    const jwtKeys = [await givenJwk('ES256', 'verify')]
    await expect(givenKeysPlatform({ jwtKeys })).rejects.toThrow(/key_ops sign/)
  })
})

describe('a change of keys', () => {
  // Opens a database in a folder three times, which is most of what it does.
  it('signs nobody out', { timeout: 60_000 }, async () => {
    const database = await givenDatabase()
    const folder = await mkdtemp(join(tmpdir(), 'keys-test-'))
    const { settings } = database
    const first = settings.kind === 'pglite' ? { ...settings, dataDir: join(folder, 'db') } : settings
    const later = first.kind === 'pglite' ? { kind: first.kind, dataDir: first.dataDir } : first
    try {
      const old = await givenJwk('ES256', 'sign')
      const next = await givenJwk('ES256', 'sign')
      const tokens: string[] = []
      for (const jwtKeys of [[], [old], [next, { ...old, key_ops: ['verify'] }]]) {
        const isFirst = tokens.length === 0
        const platform = await givenKeysPlatform({ jwtKeys }, isFirst ? first : later)
        tokens.push(await accessTokenOf(platform))
        for (const token of tokens) {
          expect((await call(platform, '/auth/v1/user', { token })).status).toBe(200)
          expect((await call(platform, '/rest/v1/memos', { token })).status).toBe(200)
        }
        await platforms.pop()?.close()
      }
      expect(new Set(tokens.map((token) => headerOf(token).kid)).size).toBe(3)
    } finally {
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    }
  })
})
