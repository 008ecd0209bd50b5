import fastify from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { objectPath } from '../../studio/src/storage/object-path.ts'
import { type Filter, toKeyQuery, toQuery } from '../../studio/src/tables/row-query.ts'
import type { Column } from '../../studio/src/tables/table-types.ts'
import { serviceClient } from '../../testing/clients.ts'
import { givenSharedDatabase, type SharedDatabase, type TestPlatform } from '../../testing/given-platform.ts'
import { ask, givenPages, givenSession, ownPage } from './given-studio.ts'

let shared: SharedDatabase
let pages: Awaited<ReturnType<typeof givenPages>>
let platform: TestPlatform
let cookie: string

beforeAll(async () => {
  shared = await givenSharedDatabase()
  pages = await givenPages()
})
beforeEach(async () => {
  platform = await shared.openEmpty({ studio: { folder: pages.folder, rememberedRequests: 3 } })
  cookie = await givenSession(platform)
})
afterEach(() => platform.close())
afterAll(() => Promise.all([shared.drop(), pages.remove()]))

type Call = {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  body?: unknown
  headers?: Record<string, string>
}

/** Asks a service as a role, or as a user by their id. */
function as(who: string, path: string, { headers, ...call }: Call = {}) {
  const isUser = who.includes('-')
  const role = {
    'x-studio-role': isUser ? 'authenticated' : who,
    ...(isUser ? { 'x-studio-user': who } : {}),
  }
  return ask(platform, `/api/services${path}`, {
    ...call,
    headers: { ...ownPage, cookie, ...role, ...headers },
  })
}

async function givenUser(email: string): Promise<string> {
  const { body } = await as('service_role', '/auth/v1/admin/users', {
    method: 'POST',
    body: { email, email_confirm: true },
  })
  return body.id
}

describe('a table', () => {
  it('shows each role what its policies show it', async () => {
    const [asel, berik] = [await givenUser('asel@example.com'), await givenUser('berik@example.com')]
    await serviceClient(platform)
      .from('memos')
      .insert([{ name: 'hers', user_id: asel }, { name: 'his', user_id: berik }, { name: 'nobody’s' }])
    const names = async (who: string) =>
      (await as(who, '/rest/v1/memos?select=name&order=name')).body.map((row: { name: string }) => row.name)
    expect(await names('service_role')).toEqual(['hers', 'his', 'nobody’s'])
    expect(await names(asel)).toEqual(['hers'])
    expect(await names(berik)).toEqual(['his'])
    expect(await names('anon')).toEqual([])
    expect(await as('anon', '/rest/v1/ledger')).toMatchObject({ status: 401, body: { code: '42501' } })
    expect(await as(asel, '/rest/v1/ledger')).toMatchObject({ status: 403, body: { code: '42501' } })
  })

  it('tells of a write whether it was done, refused, or found nothing that it may change', async () => {
    const [asel, berik] = [await givenUser('asel@example.com'), await givenUser('berik@example.com')]
    const write = (who: string, method: 'POST' | 'PATCH' | 'DELETE', query: string, body?: unknown) =>
      as(who, `/rest/v1/memos${query}`, { method, body, headers: { prefer: 'return=minimal, count=exact' } })
    const mine = await write(asel, 'POST', '', { name: 'hers', user_id: asel })
    expect([mine.status, mine.headers['content-range']]).toEqual([201, '*/1'])
    expect(await write(asel, 'POST', '', { name: 'his', user_id: berik })).toMatchObject({
      status: 403,
      body: { code: '42501' },
    })
    const hidden = await write(berik, 'PATCH', '?name=eq.hers', { name: 'taken' })
    expect([hidden.status, hidden.headers['content-range']]).toEqual([204, '*/0'])
    expect(await write(asel, 'DELETE', '?name=eq.hers')).toMatchObject({
      status: 403,
      body: { code: '42501' },
    })
    const gone = await write('service_role', 'DELETE', '?name=eq.hers')
    expect([gone.status, gone.headers['content-range']]).toEqual([204, '*/1'])
  })

  it('is described with its columns, grants and policies, of the exposed schemas alone', async () => {
    const tables = await ask(platform, '/api/tables', { headers: { ...ownPage, cookie } })
    const memos = tables.body.find(({ name }: { name: string }) => name === 'memos')
    expect(memos).toMatchObject({ schema: 'public', kind: 'table', rowSecurity: true, policies: 4 })
    expect(tables.body.map(({ schema }: { schema: string }) => schema)).not.toContain('auth')
    const { body } = await ask(platform, '/api/tables/public/memos', { headers: { ...ownPage, cookie } })
    expect(body.columns[0]).toMatchObject({
      name: 'id',
      type: 'uuid',
      isKey: true,
      isNullable: false,
      default: 'gen_random_uuid()',
    })
    expect(body.columns[1]).toMatchObject({
      name: 'user_id',
      references: 'auth.users.id',
      grants: { anon: ['select', 'insert'], authenticated: ['select', 'insert'] },
    })
    expect(body.grants.service_role).toEqual(['select', 'insert', 'update', 'delete'])
    expect(body.policies).toContainEqual({
      name: 'a visitor leaves a memo of nobody',
      command: 'insert',
      isPermissive: true,
      roles: ['anon'],
      using: null,
      check: '(user_id IS NULL)',
    })
    const view = await ask(platform, '/api/tables/public/old_pets', { headers: { ...ownPage, cookie } })
    expect(view.body).toMatchObject({ kind: 'view', policies: [], bytes: null })
    for (const path of ['auth/users', 'public/nothing', 'public/%00']) {
      expect((await ask(platform, `/api/tables/${path}`, { headers: { ...ownPage, cookie } })).status).toBe(
        404,
      )
    }
  })

  it('that is partitioned is one table, with the size and the key of all its parts', async () => {
    await platform.runScript(`
      create table public.readings (at date, place text, value int, primary key (at, place)) partition by range (at);
      create table public.readings_2025 partition of public.readings for values from ('2025-01-01') to ('2026-01-01');
      create table public.readings_2026 partition of public.readings for values from ('2026-01-01') to ('2027-01-01');
      insert into public.readings select '2025-06-01', 'p' || i, i from generate_series(1, 2000) i;
      insert into public.readings values ('2026-06-01', 'p1', 7);
      grant all on public.readings to service_role;
      notify pgrst, 'reload schema'`)
    const headers = { ...ownPage, cookie }
    const { body: tables } = await ask(platform, '/api/tables', { headers })
    const listed = tables.filter(({ name }: { name: string }) => name.startsWith('readings'))
    expect(listed).toMatchObject([{ name: 'readings', kind: 'table' }])
    expect(listed[0].bytes).toBeGreaterThan(50_000)
    const { body } = await ask(platform, '/api/tables/public/readings', { headers })
    expect(body.bytes).toBe(listed[0].bytes)
    const columns: Column[] = body.columns
    expect(columns.map(({ name, isKey }) => [name, isKey])).toEqual([
      ...[['at', true] as const, ['place', true] as const],
      ['value', false],
    ])

    // By its whole key, one row in one part: half of it would be two.
    const row = { at: '2026-06-01', place: 'p1', value: '7' }
    const write = (query: string | null) =>
      as('service_role', `/rest/v1/readings?${query}`, {
        ...{ method: 'PATCH', body: { value: 8 }, headers: { prefer: 'return=minimal, count=exact' } },
      })
    await expect
      .poll(async () => (await write(toKeyQuery(columns, row))).headers['content-range'])
      .toBe('0-0/1')
    const read = await as('service_role', '/rest/v1/readings?select=value&place=eq.p1&order=at')
    expect(read.body).toEqual([{ value: 1 }, { value: 8 }])
    await platform.runScript('drop table public.readings')
  })

  it('without a key is read, and no row of it can be meant', async () => {
    await platform.runScript(`
      create table public.lines (text text unique);
      insert into public.lines values ('one'), ('two');
      grant all on public.lines to service_role;
      notify pgrst, 'reload schema'`)
    const { body } = await ask(platform, '/api/tables/public/lines', { headers: { ...ownPage, cookie } })
    const columns: Column[] = body.columns
    expect(columns).toMatchObject([{ name: 'text', isKey: false }])
    expect(toKeyQuery(columns, { text: 'one' })).toBeNull()
    const query = toQuery({ columns: ['text'], filters: [], order: null, limit: 50, offset: 0 }, [])
    const read = () => as('service_role', `/rest/v1/lines?${query}`)
    await expect.poll(async () => (await read()).body).toHaveLength(2)
    await platform.runScript('drop table public.lines')
  })

  it.each<[Filter, string[]]>([
    [{ column: 'name', operator: 'contains', value: 'AS' }, ['asel', 'b,"as']],
    [{ column: 'name', operator: 'in', value: 'asel, berik' }, ['asel', 'berik']],
    [{ column: 'name', operator: 'eq', value: 'b,"as' }, ['b,"as']],
    [{ column: 'user_id', operator: 'is null', value: '' }, ['asel', 'b,"as', 'berik']],
    [{ column: 'user_id', operator: 'is not null', value: '' }, []],
    [{ column: 'name', operator: 'neq', value: 'asel' }, ['b,"as', 'berik']],
  ])('is searched as its page asks: %j', async (filter, found) => {
    await serviceClient(platform)
      .from('memos')
      .insert([{ name: 'asel' }, { name: 'berik' }, { name: 'b,"as' }])
    const order = { column: 'name', isDescending: false }
    const query = toQuery({ columns: ['name'], filters: [filter], order, limit: 50, offset: 0 }, ['id'])
    const { body } = await as('service_role', `/rest/v1/memos?${query}`)
    expect(body.map(({ name }: { name: string }) => name).sort()).toEqual(found)
  })

  it('shows users the claims that the operator’s hook gives them', async () => {
    await platform.runScript(`create or replace function public.studio_hook(event jsonb) returns jsonb language sql as
      $$ select jsonb_build_object('claims', jsonb_set(event->'claims', '{email}', '"hooked@example.com"')) $$`)
    const asel = await givenUser('asel@example.com')
    const hooked = await shared.open({
      studio: { folder: pages.folder },
      auth: { hooks: { customAccessToken: { uri: 'pg-functions://postgres/public/studio_hook' } } },
    })
    await serviceClient(platform).from('memos').insert({ name: 'hers', user_id: asel })
    const session = await givenSession(hooked)
    await platform.runScript(
      `create policy "for the hooked" on public.memos for select to authenticated using (auth.email() = 'hooked@example.com')`,
    )
    const headers = { ...ownPage, cookie: session, 'x-studio-role': 'authenticated', 'x-studio-user': asel }
    const berik = await givenUser('berik@example.com')
    const asBerik = { ...headers, 'x-studio-user': berik }
    expect((await ask(hooked, '/api/services/rest/v1/memos', { headers: asBerik })).body).toHaveLength(1)
    expect((await as(berik, '/rest/v1/memos')).body).toHaveLength(0)
    await platform.runScript('drop policy "for the hooked" on public.memos; drop function public.studio_hook')
    await hooked.close()
  })
})

it('lies under the path that the platform is mounted at', async () => {
  const below = await shared.open({ studio: { folder: pages.folder } })
  const app = fastify()
  await app.register(below.plugin, { prefix: '/backend' })
  const key = { key: below.keys.secret }
  const headers = { ...ownPage, 'x-studio-role': 'service_role' }
  const signedIn = await app.inject({
    method: 'POST',
    url: '/backend/studio/api/session',
    headers,
    payload: JSON.stringify(key),
  })
  expect(signedIn.headers['set-cookie']).toContain('Path=/backend/studio;')
  const session = String(signedIn.headers['set-cookie']).split(';')[0]
  const rows = await app.inject({
    url: '/backend/studio/api/services/rest/v1/pets',
    headers: { ...headers, cookie: session },
  })
  expect([rows.statusCode, rows.json()]).toEqual([200, []])
  await app.close()
  await below.close()
})

describe('what is not for Studio', () => {
  it.each([
    ['POST', '/auth/v1/invite'],
    ['POST', '/auth/v1/otp'],
    ['POST', '/auth/v1/recover'],
    ['POST', '/auth/v1/admin/generate_link'],
    ['POST', '/rest/v1/rpc/forget'],
    ['GET', '/rest/v1/'],
    ['POST', '/storage/v1/object/sign/documents/a.txt'],
    ['POST', '/storage/v1/object/%73ign/documents/a.txt'],
    ['POST', '/storage/v1/object/%63%6Fpy/a.txt'],
    ['GET', '/functions/v1/any'],
    ['POST', '/rest/v1/../../auth/v1/invite'],
    ['POST', '/rest/v1/%2e%2e/%2e%2e/auth/v1/invite'],
    ['GET', '/auth/v1/admin/users/%2e%2e/audit'],
  ] as const)('%s %s is not asked, and nothing is sent', async (method, path) => {
    const body = method === 'POST' ? { email: 'asel@example.com', type: 'magiclink' } : undefined
    expect(await as('service_role', path, { method, body })).toMatchObject({
      status: 403,
      body: { code: 'not_relayed' },
    })
    expect(platform.mails).toEqual([])
  })

  it.each([
    ['no role', {}],
    ['another role', { 'x-studio-role': 'postgres' }],
    ['a user without saying who', { 'x-studio-role': 'authenticated' }],
    ['a user by no id', { 'x-studio-role': 'authenticated', 'x-studio-user': 'asel' }],
  ])('%s is nobody to act as', async (_, role) => {
    const { status, body } = await ask(platform, '/api/services/rest/v1/memos', {
      headers: { ...ownPage, cookie, ...role },
    })
    expect([status, body.code]).toEqual([400, 'bad_request'])
  })

  it('nor is a user that there is not, or an account as anybody but the server', async () => {
    expect(await as(crypto.randomUUID(), '/rest/v1/memos')).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
    expect(await as('anon', '/auth/v1/admin/users')).toMatchObject({
      status: 403,
      body: { code: 'not_relayed' },
    })
  })

  it('a key or token of the page’s own is not passed on', async () => {
    const headers = { authorization: `Bearer ${platform.keys.serviceRoleJwt}`, apikey: platform.keys.secret }
    await serviceClient(platform).from('memos').insert({ name: 'secret' })
    expect((await as('anon', '/rest/v1/memos', { headers })).body).toEqual([])
  })
})

describe('users', () => {
  it('are made, confirmed, banned, signed out and deleted, and nobody is written to', async () => {
    const made = await as('service_role', '/auth/v1/admin/users', {
      method: 'POST',
      body: { email: 'asel@example.com', password: 'long enough' },
    })
    expect(made).toMatchObject({ status: 200, body: { email: 'asel@example.com' } })
    const path = `/auth/v1/admin/users/${made.body.id}`
    const put = (body: unknown) => as('service_role', path, { method: 'PUT', body })
    expect((await put({ email_confirm: true })).body.email_confirmed_at).toBeTruthy()
    // Of an address that nobody had proven, what was said before the confirmation is gone.
    await put({ password: 'long enough' })
    const { auth } = serviceClient(platform)
    await auth.signInWithPassword({ email: 'asel@example.com', password: 'long enough' })
    const sessions = () => platform.db.selectFrom('auth.sessions').selectAll().execute()
    expect(await sessions()).toHaveLength(1)
    const end = (id: string) =>
      ask(platform, `/api/users/${id}/sessions`, { method: 'DELETE', headers: { ...ownPage, cookie } })
    expect((await end(made.body.id)).status).toBe(204)
    expect(await sessions()).toHaveLength(0)
    expect((await end('asel')).status).toBe(404)
    expect((await put({ ban_duration: '24h' })).body.banned_until).toBeTruthy()
    const found = await as('service_role', '/auth/v1/admin/users?filter=asel&page=1&per_page=50')
    expect([found.headers['x-total-count'], found.body.users.length]).toEqual(['1', 1])
    expect((await as('service_role', path, { method: 'DELETE', body: {} })).status).toBe(200)
    expect((await as('service_role', path)).status).toBe(404)
    expect(platform.mails).toEqual([])
  })
})

describe('files', () => {
  it('are stored, listed, saved and deleted as a role', async () => {
    const asel = await givenUser('asel@example.com')
    const page = '<script>alert(1)</script>'
    const put = (who: string, name: string) =>
      as(who, `/storage/v1/object/shared-files/${name}`, {
        method: 'POST',
        body: page,
        headers: { 'content-type': 'text/html' },
      })
    expect((await put('anon', `${asel}/a.html`)).status).toBe(400)
    expect((await put(asel, `${asel}/a.html`)).status).toBe(200)
    const list = (who: string) =>
      as(who, '/storage/v1/object/list/shared-files', { method: 'POST', body: { prefix: asel } })
    expect((await list(asel)).body).toMatchObject([{ name: 'a.html', metadata: { size: page.length } }])
    expect((await list('anon')).body).toEqual([])
    const path = `/storage/v1/object/authenticated/shared-files/${asel}/a.html`
    const saved = await as(asel, path)
    expect([saved.status, saved.body]).toEqual([200, page])
    expect(saved.headers['content-disposition']).toBe('attachment')
    expect(saved.headers['content-security-policy']).toContain('sandbox')
    expect((await as('anon', path)).status).toBe(400)
    const remove = (who: string) =>
      as(who, `/storage/v1/object/shared-files/${asel}/a.html`, { method: 'DELETE' })
    expect((await remove('anon')).status).toBe(400)
    expect((await remove(asel)).status).toBe(200)
  })
})

describe('a file', () => {
  const call = (method: 'GET' | 'POST' | 'DELETE', route: 'object' | 'object/authenticated', name: string) =>
    as('service_role', `/${objectPath(route, 'odd', name)}`, {
      method,
      ...(method === 'POST' ? { body: 'text', headers: { 'content-type': 'text/plain' } } : {}),
    })
  beforeEach(() =>
    as('service_role', '/storage/v1/bucket', { method: 'POST', body: { name: 'odd', id: 'odd' } }),
  )

  it.each([["it's (1) + more.txt"], ['a folder/b=c;d@e,f.txt'], ['&$!*.txt']])(
    'named %j is uploaded, saved and deleted by the path that the page makes',
    async (name) => {
      expect((await call('POST', 'object', name)).status).toBe(200)
      expect((await call('GET', 'object/authenticated', name)).body).toBe('text')
      // It is there already.
      expect((await call('POST', 'object', name)).status).toBe(400)
      expect((await call('DELETE', 'object', name)).status).toBe(200)
      expect((await call('GET', 'object/authenticated', name)).status).toBe(400)
    },
  )

  it.each([['б у.txt'], ['100%/a.txt'], ['a#b.txt']])(
    'named %j is refused in words, as upstream does',
    async (name) => {
      const { status, body } = await call('POST', 'object', name)
      expect([status, body.error, body.message]).toEqual([400, 'InvalidKey', `Invalid key: ${name}`])
    },
  )

  it('too large for its bucket is refused in words', async () => {
    await as('service_role', '/storage/v1/bucket', {
      method: 'POST',
      body: { name: 'small', id: 'small', file_size_limit: 3 },
    })
    const { status, body } = await as('service_role', `/${objectPath('object', 'small', 'a.txt')}`, {
      ...{ method: 'POST', body: 'text', headers: { 'content-type': 'text/plain' } },
    })
    expect([status, body.message]).toEqual([400, 'The object exceeded the maximum allowed size'])
  })
})

describe('the log', () => {
  it('tells the last requests by the pattern of their route, and nothing of whose they were', async () => {
    const logs = async () => (await ask(platform, '/api/logs', { headers: { ...ownPage, cookie } })).body
    expect(await logs()).toEqual([])
    const inject = (url: string) => platform.app.inject({ url, headers: { apikey: platform.keys.secret } })
    await inject('/rest/v1/memos?name=eq.Asel')
    await inject('/auth/v1/admin/users/asel@example.com')
    await inject('/storage/v1/object/public/shared-files/asel/passport.pdf')
    await inject('/nothing/asel')
    const listed = await logs()
    expect(
      listed.map(({ method, route, status }: Record<string, unknown>) => [method, route, status]),
    ).toEqual([
      ['GET', expect.stringMatching(/^\/storage\/v1\/object\/public\/:bucket\/\*$/), expect.any(Number)],
      ['GET', '/auth/v1/admin/users/:id', 404],
      ['GET', '/rest/v1/:table', 200],
    ])
    expect(listed[0]).toEqual({
      at: expect.any(String),
      method: 'GET',
      route: expect.any(String),
      status: expect.any(Number),
      ms: expect.any(Number),
      requestId: expect.stringMatching(/^req-/),
    })
    expect(JSON.stringify(listed)).not.toMatch(/asel|sb_|eq\./i)
    for (let i = 0; i < 4; i++) await inject('/rest/v1/pets')
    expect(await logs()).toHaveLength(3)
  })
})
