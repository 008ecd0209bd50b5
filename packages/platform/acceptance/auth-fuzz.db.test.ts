import { givenPlatform, type TestPlatform } from '@app/testing/database/given-platform'
import fc from 'fast-check'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { defaultMfa, defaultSms } from '../src/resolve-settings.ts'
import { serviceClient, signedInClient } from './clients.ts'

type Route = { method: string; url: string }
type Person = { token: string; ids: readonly string[] }

let platform: TestPlatform
let app: FastifyInstance
let person: Person
const routes: Route[] = []

beforeAll(async () => {
  platform = await givenPlatform({
    texts: { name: 'nowhere', channels: ['sms', 'whatsapp'], send: async () => {} },
    auth: {
      anonymousUsersEnabled: true,
      manualLinkingEnabled: true,
      phoneEnabled: true,
      sms: { ...defaultSms, maxFrequency: 0 },
      mfa: { ...defaultMfa, phoneEnrollEnabled: true, phoneVerifyEnabled: true, maxEnrolledFactors: 1000 },
      web3: { ethereum: true, solana: true, maximumValidity: 600 },
      saml: { enabled: true, relayStateValidity: 120 },
    },
  })
  app = fastify({ logger: false })
  // What is registered tells which routes there are, so that a new one is tried too.
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of Array.isArray(method) ? method : [method]) {
      if (url.startsWith('/auth/v1') && one !== 'HEAD') routes.push({ method: one, url })
    }
  })
  await app.register(platform.plugin)
  await app.ready()
  person = await givenPerson()
})
afterAll(async () => {
  await app.close()
  await platform.close()
})

/** Someone with one of everything a path may name. */
async function givenPerson(): Promise<Person> {
  const { client, userId } = await signedInClient(platform, 'asel@example.com')
  const { data: totp } = await client.auth.mfa.enroll({ factorType: 'totp' })
  const { data: phone } = await client.auth.mfa.enroll({
    factorType: 'phone',
    phone: '77010000001',
    friendlyName: 'phone',
  })
  const { data: other } = await serviceClient(platform).auth.admin.createUser({ email: 'berik@example.com' })
  const { data } = await client.auth.getSession()
  const identities = data.session?.user.identities ?? []
  const ids = [
    userId,
    totp?.id,
    phone?.id,
    other.user?.id,
    ...identities.map(({ identity_id }) => identity_id),
  ]
  return { token: data.session?.access_token ?? '', ids: ids.filter((id) => id !== undefined) }
}

const texts = [
  '',
  ' ',
  '\0',
  'a\0b',
  "'; drop table auth.users; --",
  '\ud800',
  '%',
  '{}',
  'asel@example.com',
  'fuzz@example.com',
  '+77010000001',
  '77010000009',
  'long enough',
  'totp',
  'phone',
  'webauthn',
  'saml',
  'solana',
  'ethereum',
  'sms',
  'phone_change',
  'email',
  'signup',
  'recovery',
  'magiclink',
  'invite',
  'email_change',
  'email_change_new',
  'whatsapp',
  'global',
  's256',
  'a'.repeat(43),
  '000000',
  '00000000-0000-0000-0000-000000000000',
  'http://site.test/',
  'javascript:alert(1)',
  '<x/>',
  '<a',
  Buffer.from('<Response/>').toString('base64'),
  `0x${'0'.repeat(130)}`,
  '9'.repeat(400),
  'x'.repeat(5000),
  '24h',
  '../../etc/passwd',
  '💥',
]
const names = [
  'aud',
  'attribute_mapping',
  'app_metadata',
  'auth_code',
  'ban_duration',
  'chain',
  'challenge_id',
  'channel',
  'code',
  'code_challenge',
  'code_challenge_method',
  'code_verifier',
  'create_user',
  'data',
  'disabled',
  'domain',
  'domains',
  'email',
  'email_confirm',
  'factor_type',
  'friendly_name',
  'id',
  'id_token',
  'issuer',
  'message',
  'metadata_url',
  'metadata_xml',
  'name_id_format',
  'new_email',
  'nonce',
  'password',
  'password_hash',
  'phone',
  'phone_confirm',
  'provider',
  'provider_id',
  'redirect_to',
  'refresh_token',
  'role',
  'RelayState',
  'SAMLResponse',
  'should_soft_delete',
  'signature',
  'skip_http_redirect',
  'token',
  'token_hash',
  'type',
  'user_metadata',
]
const queries = ['', 'scope', 'page', 'per_page', 'filter', 'state', 'scopes', 'error', 'skip_http_redirect']
const grants = ['password', 'refresh_token', 'pkce', 'id_token', 'web3', 'nonsense']

const text = fc.constantFrom(...texts)
const value = fc.oneof(
  { weight: 6, arbitrary: text },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.boolean() },
  { weight: 1, arbitrary: text.map((one) => ({ [one]: [one] })) },
)
const object = fc.dictionary(fc.constantFrom(...names), value, { minKeys: 1, maxKeys: 8 })
const body = fc.oneof(
  { weight: 12, arbitrary: object.map((one) => JSON.stringify(one)) },
  { weight: 1, arbitrary: fc.constantFrom('[]', 'null', '{', '"x"', '['.repeat(500), '', '\0') },
)
const query = fc.dictionary(fc.constantFrom(...queries, ...names), text, { maxKeys: 3 })
const caller = fc.constantFrom('visitor', 'user', 'server', 'nonsense')

type Try = { caller: string; body: string; query: Record<string, string>; isForm: boolean; grant: string }

const attempt: fc.Arbitrary<Try> = fc.record({
  caller,
  body,
  query,
  isForm: fc.boolean(),
  grant: fc.constantFrom(...grants),
})

async function expectNoFailure({ method, url }: Route, id: string, tried: Try): Promise<void> {
  const path = url.replace(/:[a-zA-Z]+/g, encodeURIComponent(id.toWellFormed())).replace('*', 'x')
  const asked = new URLSearchParams({ ...tried.query, grant_type: tried.grant })
  const response = await app.inject({
    method: method as 'GET',
    url: `${path}?${asked}`,
    headers: {
      ...headersOf(tried.caller),
      'content-type': tried.isForm ? 'application/x-www-form-urlencoded' : 'application/json',
    },
    ...(method === 'GET' ? {} : { payload: tried.isForm ? formOf(tried.body) : tried.body }),
  })
  const told = { method, path, tried, status: response.statusCode, body: response.body }
  expect(told).toSatisfy(({ status }) => status < 500)
}

function headersOf(who: string): Record<string, string> {
  const { publishable, secret } = platform.keys
  if (who === 'user') return { apikey: publishable, authorization: `Bearer ${person.token}` }
  if (who === 'server') return { apikey: secret, authorization: `Bearer ${secret}` }
  return who === 'nonsense' ? { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' } : { apikey: publishable }
}

function formOf(json: string): string {
  try {
    return new URLSearchParams(
      Object.entries(JSON.parse(json)).map(([name, of]) => [name, String(of)]),
    ).toString()
  } catch {
    return json
  }
}

it('knows the routes', () => {
  for (const known of ['/auth/v1/token', '/auth/v1/sso/saml/acs', '/auth/v1/admin/users/:id']) {
    expect(routes.map(({ url }) => url)).toContain(known)
  }
})

it('answers anything on every route with an answer or a refusal, never with a failure', async () => {
  for (const route of routes) {
    const id = fc.constantFrom(...person.ids, crypto.randomUUID(), 'x', '%00', "' or 1=1", '9'.repeat(200))
    // Signing the person out would leave the routes behind the token untried.
    const isKept = !/logout/.test(route.url) && !(route.method === 'DELETE' && /users\/:id$/.test(route.url))
    const tried = isKept ? attempt : attempt.map((one) => ({ ...one, caller: 'visitor' }))
    await fc.assert(
      fc.asyncProperty(id, tried, (of, one) => expectNoFailure(route, of, one)),
      { numRuns: 25 },
    )
  }
})
