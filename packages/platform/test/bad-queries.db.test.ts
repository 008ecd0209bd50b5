import fc from 'fast-check'
import { expect, it } from 'vitest'
import { signedInClient } from '../testing/clients.ts'
import { propertyRuns } from '../testing/property-runs.ts'
import { type Call, givenBadInput } from './given-bad-input.ts'

const given = givenBadInput()
const { headersOf } = given

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
  const { client, userId } = await signedInClient(given.platform, 'berik@example.com')
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
        const response = await given.platform.app.inject({
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
      const refused = await given.platform.app.inject({ method, url: asked, headers: headersOf(who) })
      expect([refused.statusCode, refused.json().code]).toEqual([status, 'PGRST100'])
    }
  }
  const next = await given.platform.app.inject({ url: `${url}?id=eq.x`, headers: headersOf('visitor') })
  expect(next.json().code).toBe('22P02')
})

it('answers a call at once, however many arguments it names', async () => {
  const names = Array.from({ length: 50_000 }, (_, i) => `a${i}`)
  for (const [type, payload, code] of [
    ['application/x-www-form-urlencoded', 'a=&'.repeat(200_000), 'PGRST100'],
    ['text/csv', `${names}\n${names}`, 'PGRST100'],
    ['application/json', JSON.stringify(Object.fromEntries(names.map((name) => [name, 1]))), 'PGRST202'],
  ] as const) {
    const response = await given.platform.app.inject({
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
    given.platform.app.inject({
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
        const response = await given.platform.app.inject({
          method: route.method,
          url: route.url,
          headers: { apikey: given.platform.keys.secret, ...headers },
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
