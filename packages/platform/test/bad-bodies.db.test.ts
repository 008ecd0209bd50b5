import fc from 'fast-check'
import { expect, it } from 'vitest'
import { propertyRuns } from '../testing/property-runs.ts'
import { type Call, givenBadInput } from './given-bad-input.ts'

const given = givenBadInput()
const { headersOf } = given

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

/** The texts that PostgreSQL cannot hold, or that are longer than something expects. */
const awkward = ['', 'a\0b', '\ud800', '9'.repeat(400), 'x'.repeat(5000)]

it('answers every awkward value in every field it reads', async () => {
  for (const { method, url, base } of routes) {
    for (const name of Object.keys(base)) {
      for (const of of awkward.flatMap((text) => [text, { key: [text], [text]: 1 }])) {
        const response = await given.platform.app.inject({
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
      const response = await given.platform.app.inject({
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
