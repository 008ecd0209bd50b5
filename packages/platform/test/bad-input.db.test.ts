import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { providers } from '../src/optional/providers/providers.ts'
import { saml } from '../src/optional/sso/saml.ts'
import { web3 } from '../src/optional/web3/web3.ts'
import { signedInClient } from '../testing/clients.ts'
import { givenPlatform, type TestPlatform } from '../testing/given-platform.ts'
import { propertyRuns } from '../testing/property-runs.ts'

let platform: TestPlatform
let token: string

beforeAll(async () => {
  platform = await givenPlatform({
    auth: { anonymousUsersEnabled: true },
    optionalSignIns: [providers(), saml(), web3({ solana: true })],
  })
  const { client } = await signedInClient(platform, 'asel@example.com')
  token = (await client.auth.getSession()).data.session?.access_token ?? ''
})
afterAll(() => platform.close())

type Call = { method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; url: string }

const account = { email: 'fuzz@example.com', password: 'long enough' }
const memo = { name: 'Асель', phone: '+77010000000', facts: {} }

/** Every route that takes a body, with one it accepts: fuzz that replaces parts of it gets past the first check. */
const moved = {
  bucketId: 'shared-files',
  sourceKey: 'fuzz',
  destinationKey: 'b',
  destinationBucket: 'fuzz',
}

const routes: (Call & { base: Record<string, unknown> })[] = [
  { method: 'POST', url: '/auth/v1/signup', base: { ...account, data: {} } },
  { method: 'POST', url: '/auth/v1/signup', base: { data: {} } },
  { method: 'POST', url: '/auth/v1/token?grant_type=password', base: account },
  { method: 'POST', url: '/auth/v1/token?grant_type=refresh_token', base: { refresh_token: 'x' } },
  { method: 'POST', url: '/auth/v1/otp', base: { email: 'fuzz@example.com', data: {} } },
  {
    method: 'POST',
    url: '/auth/v1/verify',
    base: { type: 'email', email: 'asel@example.com', token: '000000' },
  },
  { method: 'POST', url: '/auth/v1/verify', base: { type: 'signup', token_hash: 'x' } },
  { method: 'POST', url: '/auth/v1/recover', base: { email: 'asel@example.com' } },
  { method: 'POST', url: '/auth/v1/resend', base: { type: 'signup', email: 'asel@example.com' } },
  { method: 'PUT', url: '/auth/v1/user', base: { data: {} } },
  { method: 'POST', url: '/auth/v1/admin/users', base: { email: 'fuzz@example.com', user_metadata: {} } },
  { method: 'POST', url: '/auth/v1/token?grant_type=pkce', base: { auth_code: 'x', code_verifier: 'x' } },
  { method: 'POST', url: '/auth/v1/token?grant_type=id_token', base: { provider: 'x', id_token: 'x' } },
  { method: 'POST', url: '/auth/v1/token?grant_type=web3', base: { chain: 'solana' } },
  {
    method: 'POST',
    url: '/auth/v1/magiclink',
    base: {
      email: 'fuzz@example.com',
      code_challenge: 'a'.repeat(43),
      code_challenge_method: 's256',
    },
  },
  {
    method: 'POST',
    url: '/auth/v1/verify',
    base: { type: 'email_change', email: 'asel@example.com', token: '000000' },
  },
  { method: 'PUT', url: '/auth/v1/user', base: { email: 'asel@example.com', nonce: 'x' } },
  { method: 'POST', url: '/auth/v1/sso', base: { domain: 'x' } },
  { method: 'POST', url: '/auth/v1/factors', base: { factor_type: 'totp', friendly_name: 'x', issuer: 'x' } },
  {
    method: 'POST',
    url: `/auth/v1/factors/${crypto.randomUUID()}/verify`,
    base: { challenge_id: 'x', code: '000000' },
  },
  { method: 'DELETE', url: `/auth/v1/user/identities/${crypto.randomUUID()}`, base: {} },
  { method: 'POST', url: '/auth/v1/invite', base: { email: 'fuzz@example.com', data: {} } },
  {
    method: 'POST',
    url: '/auth/v1/admin/generate_link',
    base: { type: 'magiclink', email: 'asel@example.com', data: {} },
  },
  { method: 'POST', url: '/rest/v1/memos', base: memo },
  { method: 'PATCH', url: '/rest/v1/memos?name=eq.x', base: { name: 'x' } },
  { method: 'POST', url: '/rest/v1/rpc/confirm_memo', base: { memo_id: crypto.randomUUID() } },
  { method: 'POST', url: '/rest/v1/rpc/user_id_of', base: { user_email: 'x' } },
  { method: 'POST', url: '/storage/v1/bucket', base: { id: 'fuzz', public: true } },
  { method: 'POST', url: '/storage/v1/object/shared-files/fuzz', base: {} },
  { method: 'PUT', url: '/rest/v1/memos?id=eq.1', base: { id: 1 } },
  { method: 'PUT', url: '/storage/v1/bucket/fuzz', base: { public: true, file_size_limit: 1 } },
  {
    method: 'POST',
    url: '/storage/v1/object/list/shared-files',
    base: { prefix: 'a', limit: 1, offset: 0, search: 'a', sortBy: { column: 'name', order: 'asc' } },
  },
  {
    method: 'POST',
    url: '/storage/v1/object/list-v2/shared-files',
    base: { prefix: 'a', limit: 1, cursor: 'x', with_delimiter: true },
  },
  { method: 'POST', url: '/storage/v1/object/move', base: moved },
  { method: 'POST', url: '/storage/v1/object/copy', base: moved },
  { method: 'POST', url: '/storage/v1/object/sign/shared-files', base: { expiresIn: 1, paths: ['a'] } },
  { method: 'POST', url: '/storage/v1/object/sign/shared-files/fuzz', base: { expiresIn: 1 } },
  { method: 'POST', url: '/storage/v1/object/upload/sign/shared-files/fuzz', base: {} },
  { method: 'DELETE', url: '/storage/v1/object/shared-files', base: { prefixes: ['a'] } },
]

const keys = [
  'email',
  'phone',
  'password',
  'token',
  'code_challenge',
  'code_challenge_method',
  'challenge_id',
  'friendly_name',
  'issuer',
  'new_email',
  'redirect_to',
  'nonce',
  'token_hash',
  'type',
  'data',
  'create_user',
  'refresh_token',
  'name',
  'user_id',
  'facts',
  'memo_id',
  'user_email',
  'id',
  'public',
  'file_size_limit',
  'allowed_mime_types',
  'user_metadata',
  'ban_duration',
  'role',
]
const nasty = [
  '',
  ' ',
  '\0',
  'a\0b',
  "'; drop table auth.users; --",
  '\ud800',
  '{}',
  '{',
  '%',
  '\\',
  '"',
  'asel@example.com',
  'x@y.z',
  'email',
  'signup',
  '00000000-0000-0000-0000-000000000000',
  '9'.repeat(400),
  'x'.repeat(5000),
  '../../etc/passwd',
  '💥',
]
const value = fc.oneof(
  fc.constantFrom(...nasty),
  fc.constantFrom(...nasty).map((text) => ({ [text]: text })),
  fc.jsonValue({ maxDepth: 3 }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
)

/** A body the route accepts with some fields replaced, several such, or something else altogether. */
function bodyFor(base: Record<string, unknown>): fc.Arbitrary<string> {
  const names = Object.keys(base).length > 0 ? Object.keys(base) : keys
  const oneField = fc.tuple(fc.constantFrom(...names), value).map(([name, of]) => ({ ...base, [name]: of }))
  const someFields = fc
    .dictionary(fc.constantFrom(...keys), value, { maxKeys: 4 })
    .map((some) => ({ ...base, ...some }))
  return fc.oneof(
    { weight: 6, arbitrary: oneField.map((body) => JSON.stringify(body)) },
    { weight: 2, arbitrary: someFields.map((body) => JSON.stringify(body)) },
    { weight: 1, arbitrary: fc.array(someFields, { maxLength: 3 }).map((body) => JSON.stringify(body)) },
    { weight: 1, arbitrary: fc.constantFrom(...nasty, ...malformed) },
  )
}

const malformed = [
  '[]',
  'null',
  '[[]]',
  '"text"',
  '[1,{}]',
  '{"__proto__":{"role":"x"}}',
  '['.repeat(5000),
  `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`,
]
const request = fc
  .constantFrom(...routes)
  .chain((route) => bodyFor(route.base).map((payload) => ({ ...route, payload })))
const identity = fc.constantFrom('visitor', 'user', 'server', 'nonsense')

function headersOf(who: string): Record<string, string> {
  if (who === 'user') return { apikey: platform.keys.publishable, authorization: `Bearer ${token}` }
  if (who === 'server')
    return { apikey: platform.keys.secret, authorization: `Bearer ${platform.keys.secret}` }
  if (who === 'nonsense') return { apikey: 'sb_secret_x', authorization: 'Bearer eyJ.eyJ.x' }
  return { apikey: platform.keys.publishable }
}

/** The texts that PostgreSQL cannot hold, or that are longer than something expects. */
const awkward = ['', 'a\0b', '\ud800', '9'.repeat(400), 'x'.repeat(5000)]

it('answers every awkward value in every field it reads', async () => {
  for (const { method, url, base } of routes) {
    for (const name of Object.keys(base)) {
      for (const of of awkward.flatMap((text) => [text, { key: [text], [text]: 1 }])) {
        const response = await platform.app.inject({
          method,
          url,
          headers: {
            ...headersOf(url.includes('/user') ? 'user' : 'server'),
            'content-type': 'application/json',
          },
          payload: JSON.stringify({ ...base, [name]: of }),
        })
        const told = { url, name, of, status: response.statusCode, body: response.body }
        expect(told).toSatisfy(({ status }) => status < 500)
      }
    }
  }
})

it('answers any body on any route with an answer or a refusal, never with a failure', async () => {
  await fc.assert(
    fc.asyncProperty(request, identity, async ({ method, url, payload }, who) => {
      const response = await platform.app.inject({
        method,
        url,
        headers: { ...headersOf(who), 'content-type': 'application/json' },
        payload,
      })
      expect({ status: response.statusCode, body: response.body }).toSatisfy(({ status }) => status < 500)
    }),
    { numRuns: propertyRuns(300) },
  )
})

const fragment = fc.constantFrom(
  'id',
  'name',
  'facts',
  'user_id',
  'ghost',
  'a b',
  '*',
  ',',
  '.',
  ':',
  '::',
  '->',
  '->>',
  '(',
  ')',
  '{',
  '}',
  '"',
  "'",
  '\\',
  'eq.',
  'not.',
  'in.(',
  'or',
  'and(',
  'is.',
  'null',
  'like(any).',
  'fts(simple).',
  'cs.',
  '1',
  '-1',
  '%00',
  '%',
  '%25',
  '%ff',
  '💥',
  'int',
  'text',
  ';',
  '--',
  '/*',
  'asc',
  'desc',
  'nullslast',
  '9'.repeat(30),
)
const text = fc.array(fragment, { maxLength: 8 }).map((parts) => parts.join(''))
const parameter = fc.tuple(
  fc.oneof(
    fc.constantFrom(
      'select',
      'order',
      'limit',
      'offset',
      'or',
      'not.and',
      'columns',
      'on_conflict',
      'id',
      'name',
      'facts->x',
      'user_email',
      'memo_id',
    ),
    text,
  ),
  text,
)

it('answers any query string likewise, and shows nobody a row of another', async () => {
  const { client, userId } = await signedInClient(platform, 'berik@example.com')
  await client.from('memos').insert({ user_id: userId, name: 'secret-of-berik', facts: { a: 1 } })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<Call>(
        { method: 'GET', url: '/rest/v1/memos' },
        { method: 'PATCH', url: '/rest/v1/memos' },
        { method: 'DELETE', url: '/rest/v1/memos' },
        { method: 'GET', url: '/rest/v1/rpc/user_id_of' },
        { method: 'GET', url: '/auth/v1/verify' },
        { method: 'GET', url: '/auth/v1/authorize' },
        { method: 'GET', url: '/auth/v1/callback' },
        { method: 'GET', url: '/auth/v1/user/identities/authorize' },
        { method: 'GET', url: '/auth/v1/admin/users' },
        { method: 'GET', url: '/storage/v1/object/public/shared-files/x' },
        { method: 'GET', url: '/storage/v1/object/sign/shared-files/x' },
        { method: 'GET', url: '/storage/v1/bucket' },
        { method: 'GET', url: '/rest/v1/' },
      ),
      fc.array(parameter, { maxLength: 4 }),
      fc.constantFrom('visitor', 'user', 'nonsense'),
      async (route, parameters, who) => {
        const query = parameters.map(([key, of]) => `${encodeSome(key)}=${encodeSome(of)}`).join('&')
        const response = await platform.app.inject({
          method: route.method,
          url: `${route.url}?${query}`,
          headers: { ...headersOf(who), prefer: 'return=representation,count=exact' },
          ...(route.method === 'PATCH' ? { payload: { name: 'x' } } : {}),
        })
        expect({ status: response.statusCode, body: response.body }).toSatisfy(({ status }) => status < 500)
        expect(response.body).not.toContain('secret-of-berik')
      },
    ),
    { numRuns: propertyRuns(400) },
  )
  expect((await client.from('memos').select('name')).data).toEqual([{ name: 'secret-of-berik' }])
})

const steps = (count: number) => `id${'->0'.repeat(count)}`

it.each<[string, string, number]>([
  ['a long path in select', `select=${steps(1600)}`, 400],
  ['a long path in order', `order=${steps(1600)}`, 400],
  ['a long path in a filter', `${steps(1600)}=eq.1`, 400],
  ['a long path in a tree', `or=(${steps(1600)}.eq.1)`, 400],
  ['deep trees', `or=${'(and'.repeat(1500)}(id.eq.1${')'.repeat(1500)}`, 400],
  ['deep JSON', `facts=cs.${'['.repeat(2600)}`, 400],
  ['many patterns', Array.from({ length: 200 }, () => 'name=ilike.*a*').join('&'), 400],
  ['many columns', `select=${'*,'.repeat(3000)}*`, 400],
  ['negations in a row', `name=fts(simple).${'!'.repeat(33)}a`, 400],
  ['negations in a row, as a search engine has them', `facts=not.wfts(simple).${'-'.repeat(100)}a`, 400],
  ['more than is read', `id=in.(${'1,'.repeat(6000)}1)`, 414],
])('lets nobody ask for %s, and answers the next one', async (_what, query, status) => {
  const url = '/rest/v1/memos'
  for (const who of ['visitor', 'user', 'server']) {
    for (const method of ['GET', 'DELETE'] as const) {
      const asked = `${url}?${encodeURI(query)}`
      const refused = await platform.app.inject({ method, url: asked, headers: headersOf(who) })
      expect([refused.statusCode, refused.json().code]).toEqual([status, 'PGRST100'])
    }
  }
  const next = await platform.app.inject({ url: `${url}?id=eq.x`, headers: headersOf('visitor') })
  expect(next.json().code).toBe('22P02')
})

it('answers a call at once, however many arguments it names', async () => {
  const names = Array.from({ length: 50_000 }, (_, i) => `a${i}`)
  for (const [type, payload, code] of [
    ['application/x-www-form-urlencoded', 'a=&'.repeat(200_000), 'PGRST100'],
    ['text/csv', `${names}\n${names}`, 'PGRST100'],
    ['application/json', JSON.stringify(Object.fromEntries(names.map((name) => [name, 1]))), 'PGRST202'],
  ] as const) {
    const response = await platform.app.inject({
      method: 'POST',
      url: '/rest/v1/rpc/confirm_memo',
      headers: { ...headersOf('visitor'), 'content-type': type },
      payload,
    })
    expect({ type, code: response.json().code }).toEqual({ type, code })
  }
})

it('refuses a body of more rows than are read', async () => {
  const insert = (count: number) =>
    platform.app.inject({
      method: 'POST',
      url: '/rest/v1/memos',
      headers: { ...headersOf('user'), 'content-type': 'application/json' },
      payload: JSON.stringify(Array.from({ length: count }, () => ({ name: 'x' }))),
    })
  expect((await insert(5000)).json().code).toBe('42501')
  expect((await insert(5001)).json().code).toBe('PGRST100')
})

it('reads any header as what it may be', async () => {
  const header = fc.constantFrom(
    'authorization',
    'apikey',
    'range',
    'prefer',
    'accept',
    'accept-profile',
    'content-profile',
    'content-type',
    'x-supabase-api-version',
    'redirect_to',
    'if-none-match',
    'x-metadata',
    'cache-control',
  )
  const words = fc.constantFrom(
    'Bearer',
    'bearer ',
    'a.b.c',
    'eyJhbGciOiJub25lIn0.e30.',
    '0-',
    '5-1',
    '-',
    'count=exact',
    'return=',
    'handling=strict',
    'application/json',
    'text/csv',
    'multipart/form-data',
    '*/*',
    ';',
    ',',
    '=',
    'auth',
    'public',
    '2024-01-01',
    '9999-99-99',
    'x'.repeat(3000),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<Call>(
        { method: 'GET', url: '/rest/v1/memos' },
        { method: 'POST', url: '/rest/v1/memos' },
        { method: 'GET', url: '/auth/v1/user' },
        { method: 'POST', url: '/storage/v1/object/shared-files/fuzz2' },
      ),
      fc.dictionary(
        header,
        fc.array(words, { maxLength: 4 }).map((all) => all.join(' ')),
        { maxKeys: 4 },
      ),
      async (route, headers) => {
        const response = await platform.app.inject({
          method: route.method,
          url: route.url,
          headers: { apikey: platform.keys.secret, ...headers },
          ...(route.method === 'POST' ? { payload: '{}' } : {}),
        })
        expect({ status: response.statusCode, body: response.body }).toSatisfy(({ status }) => status < 500)
      },
    ),
    { numRuns: 200 },
  )
})

/** Leaves escapes that are there already, whole or broken, and encodes what a URL cannot hold. */
function encodeSome(part: string): string {
  return part.replace(/[^\w.,:*()'"\\{}%;\-/>]/gu, (char) => encodeURIComponent(char.toWellFormed()))
}
