import fc from 'fast-check'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { providers } from '../../src/optional/providers/providers.ts'
import { saml } from '../../src/optional/sso/saml.ts'
import { web3 } from '../../src/optional/web3/web3.ts'
import { defaultMfa } from '../../src/resolve-settings.ts'
import { serviceClient, signedInClient } from '../../testing/clients.ts'
import { givenPlatform, type TestPlatform } from '../../testing/given-platform.ts'
import { givenSamlProvider } from '../../testing/saml-identity-provider.ts'

type Route = { method: string; url: string }
type Person = { token: string; ids: readonly string[] }

const base64 = (xml: string) => Buffer.from(xml).toString('base64')
const samlAnswer =
  '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"><saml:Issuer ' +
  'xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">https://idp.test/fuzz</saml:Issuer></samlp:Response>'
const idpMetadata = givenSamlProvider('https://idp.test/fuzz', { entityId: 'x', acsUrl: 'y' }).metadata

/** A message that can be read, and that nobody has signed. */
function signInMessage(chain: 'solana' | 'ethereum'): string {
  const [name, address] =
    chain === 'solana' ? ['Solana', '4'.repeat(44)] : ['Ethereum', `0x${'0'.repeat(40)}`]
  const at = new Date().toISOString()
  return `site.test wants you to sign in with your ${name} account:\n${address}\n\nHi\n\nURI: https://site.test\nVersion: 1\nIssued At: ${at}`
}

let platform: TestPlatform
let app: FastifyInstance
let person: Person
const routes: Route[] = []

beforeAll(async () => {
  platform = await givenPlatform({
    auth: {
      anonymousUsersEnabled: true,
      phoneEnabled: true,
      phoneAutoconfirm: true,
      mfa: { ...defaultMfa, maxEnrolledFactors: 1000 },
    },
    optionalSignIns: [providers({ manualLinking: true }), saml(), web3({ ethereum: true, solana: true })],
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
  const { data: other } = await serviceClient(platform).auth.admin.createUser({ email: 'berik@example.com' })
  const { data } = await client.auth.getSession()
  const identities = data.session?.user.identities ?? []
  const ids = [userId, totp?.id, other.user?.id, ...identities.map(({ identity_id }) => identity_id)]
  return { token: data.session?.access_token ?? '', ids: ids.filter((id) => id !== undefined) }
}

const awkward = [
  '',
  ' ',
  '\0',
  'a\0b',
  "'; drop table auth.users; --",
  '\ud800',
  '%',
  '{}',
  'javascript:alert(1)',
  '9'.repeat(400),
  'x'.repeat(5000),
  '../../etc/passwd',
  '💥',
]

/** What routes read, with values that get past the first check. */
const plausible: Record<string, readonly unknown[]> = {
  app_metadata: [{ role: 'x' }, {}],
  attribute_mapping: [{ keys: { a: { name: 'b' }, c: 1 } }],
  auth_code: ['00000000-0000-0000-0000-000000000000'],
  ban_duration: ['24h', 'none', '1h30m'],
  chain: ['solana', 'ethereum'],
  challenge_id: ['00000000-0000-0000-0000-000000000000'],
  channel: ['sms', 'whatsapp'],
  code: ['000000'],
  code_challenge: ['a'.repeat(43)],
  code_challenge_method: ['s256', 'plain'],
  code_verifier: ['a'.repeat(43)],
  create_user: [true, false],
  data: [{ name: 'Асель' }, { a: { b: [1] } }],
  disabled: [true],
  domain: ['company.test'],
  domains: [['company.test', 'COMPANY.test']],
  email: ['asel@example.com', 'fuzz@example.com', ' FUZZ2@example.com'],
  email_confirm: [true],
  factor_type: ['totp', 'phone', 'webauthn'],
  friendly_name: ['one', 'two'],
  id: ['00000000-0000-0000-0000-000000000001'],
  id_token: ['a.b.c', 'eyJhbGciOiJub25lIn0.e30.'],
  issuer: ['https://accounts.google.com'],
  message: [signInMessage('solana'), signInMessage('ethereum')],
  metadata_xml: ['<x/>', '<a', idpMetadata],
  name_id_format: ['urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'],
  new_email: ['new@example.com'],
  nonce: ['000000'],
  password: ['long enough', 'short'],
  password_hash: ['$2y$04$abcdefghijklmnopqrstuuabcdefghijklmnopqrstuuabcdefghij0'],
  phone: ['+77010000001', '77010000009'],
  phone_confirm: [true],
  provider: ['google', 'web3'],
  provider_id: ['00000000-0000-0000-0000-000000000000'],
  redirect_to: ['http://site.test/', 'http://evil.test/'],
  refresh_token: ['abc'],
  RelayState: ['', '00000000-0000-0000-0000-000000000000', 'http://site.test/'],
  role: ['authenticated'],
  SAMLResponse: [base64('<Response/>'), base64('<a'), base64(samlAnswer)],
  should_soft_delete: [true],
  signature: [`0x${'0'.repeat(130)}`, 'A'.repeat(86)],
  skip_http_redirect: [true],
  token: ['000000', 'pkce_abc'],
  token_hash: ['abc'],
  type: [
    ...['email', 'signup', 'invite', 'magiclink', 'recovery', 'email_change', 'email_change_current'],
    ...['email_change_new', 'sms', 'phone_change', 'saml'],
  ],
  user_metadata: [{ name: 'Асель' }],
}
const names = Object.keys(plausible)
const queries = ['', 'scope', 'page', 'per_page', 'filter', 'state', 'scopes', 'error']
const grants = ['password', 'refresh_token', 'pkce', 'id_token', 'web3', 'nonsense']

const text = fc.constantFrom(...awkward)
const wrong = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: text.map((one) => ({ [one]: [one] })) },
)
const field = fc.constantFrom(...names).chain((name) => {
  const right = fc.constantFrom(...(plausible[name] ?? []))
  return fc
    .oneof({ weight: 30, arbitrary: right }, { weight: 1, arbitrary: wrong })
    .map((value) => [name, value] as const)
})
/** Most fields that any route reads, since a route passes over those of others; one or two of them wrong, or none. */
const fullBody = fc
  .tuple(
    fc.record(
      Object.fromEntries(
        names.map((name) => [name, fc.option(fc.constantFrom(...(plausible[name] ?? [])), { freq: 3 })]),
      ),
    ),
    fc.array(fc.tuple(fc.constantFrom(...names), wrong), { maxLength: 2 }),
    fc.boolean(),
  )
  .map(([fields, changes, isWrong]) => ({ ...fields, ...(isWrong ? Object.fromEntries(changes) : {}) }))
const body = fc.oneof(
  { weight: 20, arbitrary: fullBody.map((fields) => JSON.stringify(withOneAddress(fields))) },
  {
    weight: 5,
    arbitrary: fc.array(field, { maxLength: 5 }).map((fields) => JSON.stringify(Object.fromEntries(fields))),
  },
  { weight: 1, arbitrary: fc.constantFrom('[]', 'null', '{', '"x"', '['.repeat(500), '', '\0') },
)
/** Mostly one of mailbox and phone, since both together are refused before anything else is read. */
function withOneAddress({ email, phone, ...fields }: Record<string, unknown>): Record<string, unknown> {
  const count = Object.values(fields).filter((value) => value !== null).length % 8
  return { ...fields, ...(count < 5 ? { email } : {}), ...(count > 3 ? { phone } : {}) }
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed()
const query = fc
  .array(fc.oneof(field, fc.tuple(fc.constantFrom(...queries), text)), { maxLength: 4 })
  .map((fields) => Object.fromEntries(fields.map(([name, value]) => [name, asText(value)])))
const caller = fc.constantFrom('visitor', 'user', 'user', 'server', 'server', 'nonsense')

type Try = { caller: string; body: string; query: Record<string, string>; isForm: boolean; grant: string }

const attempt: fc.Arbitrary<Try> = fc.record({
  caller,
  body,
  query,
  // Only SAML's answers come as forms.
  isForm: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
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
      Object.entries(JSON.parse(json)).map(([name, of]) => [name, asText(of)]),
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
    const isSaml = route.url.endsWith('/acs')
    const asked = isSaml ? attempt.map((one) => ({ ...one, isForm: true })) : attempt
    const tried = isKept ? asked : asked.map((one) => ({ ...one, caller: 'visitor' }))
    await fc.assert(
      fc.asyncProperty(id, tried, (of, one) => expectNoFailure(route, of, one)),
      { numRuns: 15 },
    )
  }
}, 90_000)
