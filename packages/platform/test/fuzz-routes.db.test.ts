import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import fastify from 'fastify'
import { generateKeyPair, SignJWT } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, serviceClient, signedInClient } from '../testing/clients.ts'
import { givenPlatform, type TestPlatform } from '../testing/given-platform.ts'
import { propertyRuns } from '../testing/property-runs.ts'

/** Every route of rest, storage and functions, asked for in ways that nobody means. More of it: `FUZZ_RUNS=20000`. */
const numRuns = Number(process.env.FUZZ_RUNS ?? propertyRuns(400))
const timeout = 20_000 + numRuns * 60

const secret = 'a secret that these tests sign tokens with, too'
const hidden = 'only-berik-may-see-this'

type Route = { method: string; url: string }

let platform: TestPlatform
let routes: Route[]
let functionsDir: string
let tokens: Readonly<Record<string, string>>

beforeAll(async () => {
  functionsDir = await mkdtemp(join(tmpdir(), 'functions-test-'))
  await mkdir(join(functionsDir, 'echo'))
  await writeFile(
    join(functionsDir, 'echo', 'index.ts'),
    'export default { fetch: async (request) => new Response(await request.text(), { headers: request.headers }) }',
  )
  platform = await givenPlatform({ keys: { jwtSecret: secret }, functionsDir })
  routes = await listRoutes()
  await sql`create function public.sum_all(variadic list int[]) returns int language sql as 'select 1'`.execute(
    platform.db,
  )
  await sql`create function public.take_json(json) returns json language sql as 'select $1'`.execute(
    platform.db,
  )
  await sql`create function public.take_bytes(bytea) returns int language sql as 'select length($1)'`.execute(
    platform.db,
  )
  // Columns and media types of the product's own making.
  await platform.runScript(`
    create domain public.color as int;
    create function public.color_of(text) returns public.color language sql as 'select length($1)::public.color';
    create function public.color_of(json) returns public.color language sql as 'select 1::public.color';
    create function public.json_of(public.color) returns json language sql as 'select to_json($1::text)';
    create cast (text as public.color) with function public.color_of(text) as implicit;
    create cast (json as public.color) with function public.color_of(json) as implicit;
    create cast (public.color as json) with function public.json_of(public.color) as implicit;
    create table public.paints (id int primary key, color public.color, note text);
    create domain public."x/rows" as text;
    create function public.add_row(state text, next anyelement) returns public."x/rows" language sql as
      $$ select (state || next::text)::public."x/rows" $$;
    create aggregate public.rows(anyelement) (initcond = '', stype = public."x/rows", sfunc = public.add_row);
    create function public.one_record() returns record language sql stable as 'select 1, 2';
    create function public.take_xml(text) returns public."x/rows" language sql as $$ select $1::public."x/rows" $$;
  `)
  await sql`create policy own_files on storage.objects for all using (owner_id = auth.uid()::text)`.execute(
    platform.db,
  )
  await serviceClient(platform).storage.createBucket('files')
  const { client, userId } = await signedInClient(platform, 'berik@example.com')
  await client.from('memos').insert({ user_id: userId, name: hidden, facts: { a: 1 } })
  const { error } = await client.storage.from('files').upload('berik.txt', hidden)
  expect(error).toBeNull()
  tokens = await makeTokens(userId)
})
afterAll(async () => {
  await platform.close()
  await rm(functionsDir, { recursive: true, force: true })
})

/** The routes as the server itself knows them, so that a new one is fuzzed without anyone thinking of it. */
async function listRoutes(services = /^\/(?:rest|storage|functions)\/v1/): Promise<Route[]> {
  const found: Route[] = []
  const app = fastify()
  app.addHook('onRoute', ({ method, url }) => {
    if (!services.test(url)) return
    found.push(...[method].flat().map((one) => ({ method: one, url })))
  })
  await app.register(platform.plugin)
  await app.ready()
  await app.close()
  return found
}

/** Bearers by what is wrong with them. Whatever would pass is somebody other than Berik. */
async function makeTokens(berikId: string): Promise<Record<string, string>> {
  const key = new TextEncoder().encode(secret)
  const sign = (claims: Record<string, unknown>, signer: Uint8Array = key) =>
    new SignJWT({ exp: 4_000_000_000, aud: 'authenticated', ...claims })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(signer)
  const { privateKey } = await generateKeyPair('ES256')
  const berik = { sub: berikId, role: 'authenticated' }
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return {
    visitor: platform.keys.publishable,
    other: await sign({ sub: crypto.randomUUID(), role: 'authenticated' }),
    'another audience': await sign({ sub: crypto.randomUUID(), role: 'authenticated', aud: 'elsewhere' }),
    'no signature': `${encode({ alg: 'none' })}.${encode({ ...berik, exp: 4_000_000_000 })}.`,
    'another key': await sign(berik, new TextEncoder().encode('another secret, of somebody else')),
    'another kind of key': await new SignJWT({ ...berik, exp: 4_000_000_000 })
      .setProtectedHeader({ alg: 'ES256' })
      .sign(privateKey),
    expired: await sign({ ...berik, exp: 1 }),
    'a role of the database': await sign({ ...berik, role: 'postgres' }),
    'a strange sub': await sign({ sub: "' or true --", role: 'authenticated' }),
    nonsense: 'eyJ.eyJ.x',
  }
}

it('are all there to be asked', () => {
  const known = routes.map(({ method, url }) => `${method} ${url}`)
  expect(known).toEqual(expect.arrayContaining(['GET /rest/v1/:table', 'POST /storage/v1/object/:bucket/*']))
  expect(known.length).toBeGreaterThan(40)
})

const nasty = [
  ...['', ' ', '\0', "'", '"', '\\', '%', '%00', '%ff', '%E0%A4%A', '..', '../../etc/passwd', '..%2f..%2fx'],
  ...[
    '*',
    '(',
    ')',
    '{}',
    '[]',
    'null',
    '-1',
    '0',
    '1e400',
    '9'.repeat(40),
    'x'.repeat(3000),
    '\ud800',
    '💥',
  ],
  ...[
    "'; drop table auth.users; --",
    '1) or (1=1',
    'a,b',
    'a.b',
    'a->b->>c',
    '::',
    '::unknown',
    'not.',
    'in.(',
    'eq.',
  ],
]
const known = [
  ...['memos', 'files', 'berik.txt', 'shared-files', 'sum_all', 'take_json', 'take_bytes', 'name', 'id'],
  ...['paints', 'color', 'note', 'one_record', 'take_xml'],
  ...['user_id_of', 'confirm_memo', 'echo', 'bucket', 'sign', 'list', 'rpc', 'user_id'],
]
const word = fc.oneof(fc.constantFrom(...known), fc.constantFrom(...nasty), fc.string({ maxLength: 8 }))
const phrase = fc.array(word, { maxLength: 3 }).map((words) => words.join(''))
const operator = fc.constantFrom(
  ...[
    'eq',
    'neq',
    'gt',
    'like',
    'ilike',
    'match',
    'in',
    'is',
    'fts',
    'plfts(english)',
    'cs',
    'cd',
    'ov',
    'sl',
  ],
  ...['adj', 'not.eq', 'like(any)', 'eq(all)', 'isdistinct', 'and', 'or', 'zz'],
)
const parameter = fc.tuple(
  fc.oneof(
    fc.constantFrom(
      ...[
        'select',
        'order',
        'limit',
        'offset',
        'columns',
        'on_conflict',
        'or',
        'not.and',
        'token',
        'download',
      ],
      ...['search', 'sortColumn', 'list', 'user_email', 'memo_id', 'name', 'id', 'facts->a', 'created_at'],
    ),
    phrase,
  ),
  fc.oneof(
    phrase,
    fc.tuple(operator, phrase).map(([name, value]) => `${name}.${value}`),
  ),
)
const header = fc.oneof(
  fc.tuple(
    fc.constant('prefer'),
    fc.constantFrom(
      ...['return=representation', 'return=minimal,count=exact', 'count=planned', 'count=estimated'],
      ...[
        'resolution=merge-duplicates',
        'missing=default,return=representation',
        'handling=strict,max-affected=0',
      ],
      ...['tx=rollback', 'handling=strict,x', 'timezone=No/Where', 'timezone=-4,missing=default'],
      ...['return=headers-only', 'return=headers-only,resolution=merge-duplicates'],
    ),
  ),
  fc.tuple(
    fc.constantFrom('accept', 'content-type'),
    fc.constantFrom(
      ...['application/json', 'text/csv', 'text/plain', 'application/octet-stream', 'multipart/form-data'],
      ...[
        'application/vnd.pgrst.object+json',
        'application/vnd.pgrst.plan+json; options=analyze',
        'x',
        '*/*',
      ],
      ...['x/rows', 'x/rows;q=0,*/*;q=x', 'application/vnd.pgrst.array+json;nulls=stripped', 'text/xml'],
      ...['application/vnd.pgrst.plan;for="application/vnd.pgrst.plan"', ',;="', 'text/csv;'.repeat(200)],
      ...['multipart/form-data; boundary=b', 'application/x-www-form-urlencoded', 'image/png; q=2'],
    ),
  ),
  fc.tuple(
    fc.constantFrom(
      ...['range', 'accept-profile', 'content-profile', 'x-upsert', 'x-metadata', 'if-none-match'],
      ...['cache-control', 'x-client-info', 'cookie'],
    ),
    fc.oneof(phrase, fc.constantFrom('0-0', 'bytes=0-', 'bytes=-1', 'true', 'auth', 'e30=')),
  ),
)
const body = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify(value)),
  fc.dictionary(word, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }).map((value) => JSON.stringify(value)),
  fc.constantFrom(
    '[{},{}]',
    '[{"name":"x"},{"id":1}]',
    '{"name":"x","facts":{}}',
    '{"list":[1,2]}',
    '{"":1e400}',
  ),
  fc.constantFrom('{"prefixes":["berik.txt"]}', '{"expiresIn":60,"paths":["berik.txt"]}', '{"prefix":""}'),
  fc.constantFrom(
    '{"bucketId":"files","sourceKey":"berik.txt","destinationKey":"public/x"}',
    `${'['.repeat(3000)}`,
    `${'{"a":'.repeat(60)}1${'}'.repeat(60)}`,
    '--b\r\ncontent-disposition: form-data; name=""; filename="a"\r\n\r\nx\r\n--b--\r\n',
    '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n',
    'a=1&b=%ff&%=',
    'a,b\n1\n"',
  ),
  phrase,
)

const request = fc.record({
  /** Counts through the routes, whose number is not known yet. */
  route: fc.nat(),
  parts: fc.array(
    fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: phrase }),
    {
      minLength: 3,
      maxLength: 3,
    },
  ),
  parameters: fc.array(parameter, { maxLength: 4 }),
  headers: fc.array(header, { maxLength: 4 }),
  body,
})
type Asked = Parameters<typeof request.map>[0] extends (asked: infer Value) => unknown ? Value : never

async function ask(asked: Asked, bearer: string) {
  const route = routes[asked.route % routes.length] ?? { method: 'GET', url: '/rest/v1/' }
  const [first = '', second = '', third = ''] = asked.parts.map(encodeSome)
  const path = route.url
    .replace(/:\w+/, first || 'x')
    .replace(/:\w+/, second || 'y')
    .replace('*', third || 'z')
  const query = asked.parameters.map((pair) => pair.map(encodeSome).join('=')).join('&')
  const response = await platform.app.inject({
    method: route.method as 'GET',
    url: `${path}?${query}`,
    headers: {
      'content-type': 'application/json',
      ...Object.fromEntries(
        asked.headers.map(([name, value]) => [name, value.replace(/[^\x20-\x7e]/g, '?')]),
      ),
      authorization: `Bearer ${bearer}`,
    },
    ...(['GET', 'HEAD', 'OPTIONS'].includes(route.method) ? {} : { payload: asked.body }),
  })
  return { route: `${route.method} ${path}?${query}`, status: response.statusCode, body: response.body }
}

/** Leaves escapes that are there, whole or broken, and encodes what a URL cannot hold. */
function encodeSome(part: string): string {
  return part.toWellFormed().replace(/[^\w.,:*()'"\\{}%;\-/>]/gu, (char) => encodeURIComponent(char))
}

it(
  'answer whoever it is with an answer or a refusal, and show nobody what is another’s',
  async () => {
    await fc.assert(
      fc.asyncProperty(request, fc.constantFrom(...Object.keys(tokens)), async (asked, who) => {
        const answer = await ask(asked, tokens[who] ?? '')
        expect(answer).toSatisfy(({ status }) => status < 500)
        expect(answer.body).not.toContain(hidden)
      }),
      { numRuns },
    )
    const left = await sql`select from public.memos where name = ${hidden}`.execute(platform.db)
    expect(left.rows.length).toBe(1)
    const bytes = await call(platform, '/storage/v1/object/files/berik.txt', { key: platform.keys.secret })
    expect(bytes.body).toEqual({ text: hidden })
  },
  timeout,
)

it(
  'answer the server’s own key with an answer or a refusal',
  async () => {
    await fc.assert(
      fc.asyncProperty(request, async (asked) => {
        expect(await ask(asked, platform.keys.secret)).toSatisfy(({ status }) => status < 500)
      }),
      { numRuns },
    )
  },
  timeout,
)

it('are kept by no cache, unless they say for how long', async () => {
  const kept: string[] = []
  for (const { method, url } of await listRoutes(/^\//)) {
    if (method === 'OPTIONS') continue
    for (const bearer of [null, platform.keys.secret]) {
      const { headers } = await platform.app.inject({
        method: method as 'GET',
        url: url.replace(/:\w+/g, 'files').replace('*', 'x'),
        ...(bearer && { headers: { authorization: `Bearer ${bearer}` } }),
      })
      if (headers['cache-control'] !== 'no-store') kept.push(`${method} ${url}: ${headers['cache-control']}`)
    }
  }
  const keySet = '/auth/v1/.well-known/jwks.json: public, max-age=600'
  expect([...new Set(kept)]).toEqual([`GET ${keySet}`, `HEAD ${keySet}`])
})

it('refuse headers of any size', async () => {
  for (const path of ['/rest/v1/memos', '/storage/v1/bucket', '/functions/v1/echo']) {
    const headers = { authorization: `Bearer ${'x'.repeat(15_000)}`, prefer: 'count=exact,'.repeat(100) }
    const { status } = await call(platform, path, { headers })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
  }
})
