import type { SupabaseClient } from '@supabase/supabase-js'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call, serviceClient, signedInClient, visitorClient } from '../../testing/clients.ts'
import { givenSharedDatabase, type SharedDatabase, type TestPlatform } from '../../testing/given-platform.ts'

let shared: SharedDatabase
let platform: TestPlatform
let service: SupabaseClient
let key: string

beforeAll(async () => {
  shared = await givenSharedDatabase()
  platform = await shared.open({
    rest: { schemas: ['public', 'personal'], txEnd: 'commit-allow-override', describeTo: ['technician'] },
  })
  service = serviceClient(platform)
  key = platform.keys.secret
  for (const statement of [
    "create table public.books (id int primary key, title text default 'untitled', pages int, facts jsonb)",
    'create table public.shelves (room int, place int, label text, primary key (room, place))',
    'create function public.first_book() returns public.books language sql stable as $$ select * from public.books order by id limit 1 $$',
    "create function public.retitle(title text) returns text language sql as $$ update public.books set title = retitle.title returning 'done' $$",
    'create schema personal',
    'grant usage on schema personal to service_role',
    "create table personal.books as select 7 as id, 'mine' as title",
    'grant select on personal.books to service_role',
    'create function personal.titles() returns setof text language sql stable as $$ select title from books $$',
  ]) {
    await sql.raw(statement).execute(platform.db)
  }
})
afterAll(() => platform.close().then(shared.drop))

beforeEach(async () => {
  await sql`delete from public.books`.execute(platform.db)
  await sql`delete from public.shelves`.execute(platform.db)
  await sql`insert into public.books values (1, 'Tom, "the" cat', 10, '{"a": 1}'), (2, 'Барсик', null, null)`.execute(
    platform.db,
  )
})

const put = (path: string, body: object, headers = {}) =>
  call(platform, `/rest/v1/${path}`, { key, method: 'PUT', body: JSON.stringify(body), headers })

describe('CSV', () => {
  it('is what rows come as when asked for', async () => {
    const { data, error } = await service.from('books').select('id,title,facts').order('id').csv()
    expect(error).toBeNull()
    expect(data).toBe('id,title,facts\n1,"Tom, ""the"" cat","{""a"": 1}"\n2,Барсик,')
    const nothing = await call(platform, '/rest/v1/books?id=eq.9', { key, headers: { accept: 'text/csv' } })
    expect(nothing).toMatchObject({ status: 200, body: { text: '' } })
    expect((await service.from('books').insert({ id: 3 }).select('id,title').csv()).data).toBe(
      'id,title\n3,untitled',
    )
  })

  it('is read by inserting', async () => {
    const body = 'id,title,pages\n3,"a ""b""",7\n4,NULL,NULL\n'
    const headers = { 'content-type': 'text/csv', prefer: 'return=representation' }
    const answer = await call(platform, '/rest/v1/books?select=id,title,pages', {
      key,
      method: 'POST',
      body,
      headers,
    })
    expect(answer).toMatchObject({ status: 201 })
    expect(answer.body).toEqual([
      { id: 3, title: 'a "b"', pages: 7 },
      { id: 4, title: null, pages: null },
    ])
    const wrong = { key, method: 'POST', body: 'id,title\n5', headers }
    expect(await call(platform, '/rest/v1/books', wrong)).toMatchObject({
      status: 400,
      body: { code: 'PGRST102' },
    })
  })
})

it('reads a form like an object', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const init = { key, method: 'POST', body: 'id=5&title=a%26b', headers }
  expect((await call(platform, '/rest/v1/books', init)).status).toBe(201)
  expect((await service.from('books').select('title').eq('id', 5).single()).data).toEqual({ title: 'a&b' })
})

it('leaves nulls out when asked to', async () => {
  expect((await service.from('books').select().eq('id', 2).stripNulls()).data).toEqual([
    { id: 2, title: 'Барсик' },
  ])
  expect((await service.from('books').select().eq('id', 2).single().stripNulls()).data).toEqual({
    id: 2,
    title: 'Барсик',
  })
})

it('shows a single row of a function as one object', async () => {
  expect((await service.rpc('first_book').select('id')).data).toEqual({ id: 1 })
  expect((await service.rpc('first_book').select('id').single()).data).toEqual({ id: 1 })
})

describe('an upsert', () => {
  it('says whether anything was new', async () => {
    const upsert = (rows: object[]) => service.from('books').upsert(rows).select('id')
    expect((await upsert([{ id: 1, title: 'x' }])).status).toBe(200)
    expect(
      (
        await upsert([
          { id: 1, title: 'y' },
          { id: 7, title: 'z' },
        ])
      ).status,
    ).toBe(201)
    expect((await service.from('books').upsert({ id: 1 }, { ignoreDuplicates: true })).status).toBe(201)
  })
})

describe('PUT', () => {
  it('makes a row or replaces it', async () => {
    expect((await put('books?id=eq.8', { id: 8, title: 'new' })).status).toBe(204)
    expect((await put('books?id=eq.8', { id: 8, title: 'newer' })).status).toBe(204)
    const prefer = 'return=representation'
    const shown = await put('books?id=eq.8&select=title', { id: 8, title: 'newest' }, { prefer })
    expect(shown).toMatchObject({ status: 200, body: [{ title: 'newest' }] })
    expect((await put('books?id=eq.9', { id: 9, title: 'x' }, { prefer })).status).toBe(201)
    expect((await put('shelves?room=eq.1&place=eq.2', { room: 1, place: 2, label: 'a' })).status).toBe(204)
  })

  it.each([
    ['books', { id: 8 }, 405, 'PGRST105'],
    ['books?title=eq.x', { id: 8 }, 405, 'PGRST105'],
    ['books?id=gt.8', { id: 8 }, 405, 'PGRST105'],
    ['books?id=not.eq.8', { id: 8 }, 405, 'PGRST105'],
    ['books?id=eq.8&id=eq.9', { id: 8 }, 405, 'PGRST105'],
    ['books?or=(id.eq.8)', { id: 8 }, 405, 'PGRST105'],
    ['shelves?room=eq.1', { room: 1, place: 2 }, 405, 'PGRST105'],
    ['books?id=eq.8', { id: 9 }, 400, 'PGRST115'],
    ['books?id=eq.8', [{ id: 8 }, { id: 9 }], 400, 'PGRST115'],
    ['books?id=eq.8&limit=1', { id: 8 }, 400, 'PGRST114'],
    ['books?id=eq.8&offset=1', { id: 8 }, 400, 'PGRST114'],
  ])('to %s with %j is refused', async (path, body, status, code) => {
    expect(await put(path, body)).toMatchObject({ status, body: { code } })
    expect((await service.from('books').select('id').order('id')).data).toEqual([{ id: 1 }, { id: 2 }])
  })
})

describe('a transaction that is to be undone', () => {
  it('answers as if it had been done', async () => {
    const inserted = await service.from('books').insert({ id: 9 }).select().rollback().single()
    expect(inserted.data).toMatchObject({ id: 9, title: 'untitled' })
    expect(
      (await service.from('books').update({ pages: 0 }).gt('id', 0).select('id').rollback()).data,
    ).toHaveLength(2)
    expect((await service.rpc('retitle', { title: 'x' }).rollback()).data).toBe('done')
    expect((await service.from('books').delete().gt('id', 0).select('id').rollback()).data).toHaveLength(2)
    expect((await service.from('books').select('id,title,pages').order('id')).data).toEqual([
      { id: 1, title: 'Tom, "the" cat', pages: 10 },
      { id: 2, title: 'Барсик', pages: null },
    ])
  })

  it('needs the server to allow it', async () => {
    const strict = await shared.open()
    try {
      await sql`create table public.notes (id int primary key)`.execute(strict.db)
      const client = serviceClient(strict)
      await expect.poll(async () => (await client.from('notes').select()).status).toBe(200)
      await client.from('notes').insert({ id: 1 }).rollback()
      expect((await client.from('notes').select()).data).toEqual([{ id: 1 }])
    } finally {
      await strict.close()
    }
  })
})

it('refuses patterns that could hold up everyone, wherever they stand', async () => {
  const costly = '((a{1,10}){1,10})b'
  const client = visitorClient(platform)
  for (const query of [
    client.from('books').select().filter('title', 'match', costly),
    client.from('books').select().filter('title', 'imatch', String.raw`(a*)\1`),
    client.from('books').select().or(`id.eq.1,and(title.not.match."${costly}")`),
    client.from('books').select().filter('title', 'match(any)', `{"x","${costly}"}`),
    client.from('books').delete().filter('title', 'match', costly),
  ]) {
    expect(await query).toMatchObject({
      status: 400,
      error: { code: 'PGRST100', message: 'The pattern is too costly' },
    })
  }
  expect((await service.from('books').select('id').filter('title', 'imatch', '^бар+')).data).toEqual([
    { id: 2 },
  ])
})

it('looks names up in the schema a request is for', async () => {
  const personal = service.schema('personal')
  expect((await personal.from('books').select()).data).toEqual([{ id: 7, title: 'mine' }])
  expect((await personal.rpc('titles')).data).toEqual(['mine'])
  expect((await service.from('books').select('id').order('id')).data).toEqual([{ id: 1 }, { id: 2 }])
  expect((await service.schema('auth').from('users').select()).error?.code).toBe('PGRST106')
})

describe('the root', () => {
  type Description = { paths: Record<string, unknown>; definitions: Record<string, { properties: object }> }

  it('describes what there is, to the secret key', async () => {
    const answer = await call(platform, '/rest/v1/', { key })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/openapi+json; charset=utf-8')
    const { paths, definitions } = answer.body as Description
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/', '/books', '/shelves', '/rpc/first_book']))
    expect(definitions.books).toMatchObject({
      required: ['id'],
      properties: { id: { type: 'integer', format: 'integer' }, facts: { format: 'jsonb' } },
    })
  })

  it('is hidden from visitors and users, and tells those who are let see it what they may use', async () => {
    const { client, userId } = await signedInClient(platform, 'asel@example.com')
    const token = (await client.auth.getSession()).data.session?.access_token ?? ''
    const refusal = { code: '42501', message: 'Access to schema is forbidden' }
    const ask = (how: Parameters<typeof call>[2]) => call(platform, '/rest/v1/', how)

    expect(await ask({})).toMatchObject({ status: 401, body: refusal })
    expect(await ask({ key: platform.keys.publishable })).toMatchObject({ status: 401, body: refusal })
    expect(await ask({ token })).toMatchObject({ status: 403, body: refusal })
    expect((await ask({ token: 'eyJ.eyJ.x' })).status).toBe(401)

    await service.auth.admin.updateUserById(userId, { app_metadata: { role: 'technician' } })
    // One factor is not enough, whatever the role.
    expect(await ask({ token })).toMatchObject({ status: 403, body: refusal })
    const twice = await proveTwice(client)
    const shown = await ask({ token: twice })
    expect(shown.status).toBe(200)
    const { paths } = shown.body as Description
    expect(paths).toHaveProperty('/memos')
    for (const hidden of ['/ledger', '/rpc/refuse_all', '/rpc/user_id_of']) {
      expect(paths).not.toHaveProperty(hidden)
    }
    const hintTo = async (path: string, how: Parameters<typeof call>[2]) =>
      (await call(platform, `/rest/v1/${path}`, how)).body
    for (const path of ['bookss', 'rpc/first_bok', 'books?select=shelvs(id)', 'books?select=titel']) {
      expect(await hintTo(path, { key: platform.keys.publishable })).toMatchObject({ hint: null })
      expect(await hintTo(path, { token })).toMatchObject({ hint: null })
    }
    for (const how of [{ key }, { token: twice }]) {
      expect(await hintTo('bookss', how)).toMatchObject({
        hint: "Perhaps you meant the table 'public.books'",
      })
      const misspelt = { hint: 'Perhaps you meant to call the function public.first_book' }
      expect(await hintTo('rpc/first_bok', how)).toMatchObject(misspelt)
    }
    await service.auth.admin.updateUserById(userId, { app_metadata: { role: null } })
    expect((await ask({ token: twice })).status).toBe(403)
  })
})

/** Adds an authenticator app, shows its code, and answers the token of the session that has shown both. */
async function proveTwice({ auth }: SupabaseClient): Promise<string> {
  const { data: factor } = await auth.mfa.enroll({ factorType: 'totp' })
  const code = new TOTP({ secret: factor?.totp.secret ?? '' }).generate()
  await auth.mfa.challengeAndVerify({ factorId: factor?.id ?? '', code })
  return (await auth.getSession()).data.session?.access_token ?? ''
}
