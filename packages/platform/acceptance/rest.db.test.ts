import type { SupabaseClient } from '@supabase/supabase-js'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { call, serviceClient, signedInClient, visitorClient } from '../testing/clients.ts'
import { givenServer, type Server } from './given-server.ts'

let platform: Server
let service: SupabaseClient

beforeAll(async () => {
  platform = await givenServer()
  service = serviceClient(platform)
})
afterAll(() => platform.close())

/** Three pets, and no others. */
async function seed(): Promise<void> {
  const columns = ['id', 'name', 'kind', 'age', 'good', 'tags', 'facts', 'born'] as const
  const rows = [
    [1, 'Барсик', 'cat', 3, true, ['a', 'b'], { home: { city: 'Алматы' }, n: [1, 2] }, '2020-01-31'],
    [2, 'Rex', 'dog', 7, false, ['b'], { n: [3] }, null],
    [3, 'Tom, "the" (cat)', 'cat', null, null, [], null, null],
  ].map((values) => Object.fromEntries(columns.map((name, at) => [name, values[at]])))
  const pets = () => service.from('pets')
  const gone = await pets().delete().not('id', 'in', '(1,2,3)')
  const there = await pets().upsert(rows)
  if (gone.error ?? there.error) throw gone.error ?? there.error
}

const ids = (data: unknown) => (data as { id: number }[] | null)?.map(({ id }) => id)

describe('reading rows', () => {
  beforeAll(seed)

  it.each<[string, (query: ReturnType<typeof base>) => PromiseLike<{ data: unknown }>, number[]]>([
    ['eq', (q) => q.eq('name', 'Rex'), [2]],
    ['eq with characters the query language uses itself', (q) => q.eq('name', 'Tom, "the" (cat)'), [3]],
    ['neq', (q) => q.neq('kind', 'cat'), [2]],
    ['gt and lt', (q) => q.gt('age', 3).lt('age', 8), [2]],
    ['gte and lte', (q) => q.gte('age', 3).lte('age', 3), [1]],
    ['like', (q) => q.like('name', '%ex'), [2]],
    ['ilike', (q) => q.ilike('name', '%рсИК'), [1]],
    ['in', (q) => q.in('id', [1, 3]), [1, 3]],
    ['in with commas and brackets', (q) => q.in('name', ['Snow, (white)', 'Rex']), [2]],
    ['in of nothing', (q) => q.in('id', []), []],
    ['is null', (q) => q.is('age', null), [3]],
    ['is true', (q) => q.is('good', true), [1]],
    ['not', (q) => q.not('kind', 'eq', 'cat'), [2]],
    ['not is null', (q) => q.not('age', 'is', null), [1, 2]],
    ['not in', (q) => q.not('id', 'in', '(1,2)'), [3]],
    ['or', (q) => q.or('age.gt.5,name.eq.Барсик'), [1, 2]],
    ['or with a tree', (q) => q.or('and(kind.eq.cat,age.is.null),not.and(kind.eq.cat)'), [2, 3]],
    ['or with a quoted value', (q) => q.or('name.eq."Tom, \\"the\\" (cat)",id.in.(2,7)'), [2, 3]],
    ['a place in JSON', (q) => q.eq('facts->home->>city', 'Алматы'), [1]],
    ['contains, of an array', (q) => q.contains('tags', ['a']), [1]],
    ['contains, of JSON', (q) => q.contains('facts', { n: [3] }), [2]],
    ['overlaps', (q) => q.overlaps('tags', ['a', 'x']), [1]],
    ['likeAnyOf', (q) => q.likeAnyOf('name', ['R%', 'Бар%']), [1, 2]],
    ['match', (q) => q.match({ kind: 'cat', age: 3 }), [1]],
  ])('filters by %s', async (_name, filter, expected) => {
    const { data, ...rest } = await filter(base())
    expect({ ids: ids(data), rest }).toMatchObject({ ids: expected, rest: { error: null } })
  })

  const base = () => service.from('pets').select('id').order('id')

  it('selects columns under other names, as other types and out of JSON', async () => {
    const { data, error } = await service
      .from('pets')
      .select('name, years:age, age::text, city:facts->home->>city, second:facts->n->1, born')
      .eq('id', 1)
    expect(error).toBeNull()
    expect(data).toEqual([
      { name: 'Барсик', years: 3, age: '3', city: 'Алматы', second: 2, born: '2020-01-31' },
    ])
  })

  it('orders, with nulls where they are wanted, and cuts', async () => {
    const order = async (ascending: boolean, nullsFirst: boolean) =>
      ids((await service.from('pets').select('id').order('age', { ascending, nullsFirst })).data)
    expect(await order(true, true)).toEqual([3, 1, 2])
    expect(await order(false, false)).toEqual([2, 1, 3])
    expect(
      ids((await service.from('pets').select('id').order('kind').order('id', { ascending: false })).data),
    ).toEqual([3, 1, 2])
    expect(ids((await service.from('pets').select('id').order('id').range(1, 1)).data)).toEqual([2])
    expect(ids((await service.from('pets').select('id').order('id').limit(2)).data)).toEqual([1, 2])
  })

  it('counts, with rows and without', async () => {
    const { data, count, status } = await service
      .from('pets')
      .select('*', { count: 'exact' })
      .order('id')
      .limit(1)
    expect({ rows: data?.length, count, status }).toEqual({ rows: 1, count: 3, status: 206 })
    const head = await service.from('pets').select('*', { count: 'exact', head: true }).eq('kind', 'cat')
    expect(head).toMatchObject({ error: null, data: null, count: 2, status: 200 })
  })

  it('answers a Range header, and 416 beyond the end', async () => {
    const key = platform.keys.secret
    const part = await call(platform, '/rest/v1/pets?select=id&order=id', {
      key,
      headers: { range: '1-2', prefer: 'count=exact' },
    })
    expect(part.headers.get('content-range')).toBe('1-2/3')
    expect(ids(part.body)).toEqual([2, 3])
    const beyond = await call(platform, '/rest/v1/pets?offset=9', { key, headers: { prefer: 'count=exact' } })
    expect(beyond).toMatchObject({ status: 416, body: { code: 'PGRST103' } })
  })

  it('gives one row as an object, and refuses to when there are others', async () => {
    expect((await service.from('pets').select('id').eq('id', 2).single()).data).toEqual({ id: 2 })
    const none = await service.from('pets').select('id').eq('id', 9).single()
    expect(none).toMatchObject({
      status: 406,
      error: { code: 'PGRST116', details: 'The result contains 0 rows' },
    })
    expect((await service.from('pets').select('id').single()).error?.details).toBe(
      'The result contains 3 rows',
    )
    expect(await service.from('pets').select('id').eq('id', 9).maybeSingle()).toMatchObject({
      data: null,
      error: null,
    })
    expect((await service.from('pets').select('id').maybeSingle()).error?.code).toBe('PGRST116')
  })

  it('reads views', async () => {
    expect((await service.from('old_pets').select('*')).data).toEqual([{ id: 2, name: 'Rex' }])
  })

  it('takes names and values as such, whatever they contain', async () => {
    const evil = `x'; drop table public.pets; --`
    expect((await service.from('pets').select('id').eq('name', evil)).data).toEqual([])
    expect((await service.from('pets').select(`"${evil}"`)).error?.code).toBe('42703')
    expect((await service.from('pets').select('id').eq(`"${evil}"`, 'x')).error?.code).toBe('42703')
    expect((await service.from('pets').select('id').order(`"${evil}"`)).error?.code).toBe('42703')
    expect(
      (await service.from('pets').select(`id::"text)); drop table public.pets; --"`)).error,
    ).not.toBeNull()
    expect((await service.from('pets').insert({ [evil]: 1 })).error?.code).toBe('PGRST204')
    expect((await service.from('pets').select('id')).data).toHaveLength(3)
  })
})

describe('writing rows', () => {
  beforeEach(seed)

  it('inserts one or many, silently or with the rows', async () => {
    expect(await service.from('pets').insert({ id: 10, name: 'Ann' })).toMatchObject({
      status: 201,
      data: null,
      error: null,
    })
    const { data } = await service
      .from('pets')
      .insert([
        { id: 11, name: 'B' },
        { id: 12, name: 'C', age: 1 },
      ])
      .select('id, age, kind')
    expect(data).toEqual([
      { id: 11, age: null, kind: 'cat' },
      { id: 12, age: 1, kind: 'cat' },
    ])
    const one = await service.from('pets').insert({ id: 13, name: 'D' }).select('kind').single()
    expect(one.data).toEqual({ kind: 'cat' })
  })

  it('fills in defaults for what some rows leave out, when asked', async () => {
    const { data, error } = await service
      .from('pets')
      .insert(
        [
          { id: 20, name: 'E' },
          { id: 21, name: 'F', kind: 'dog' },
        ],
        { defaultToNull: false },
      )
      .select('id, kind')
    expect(error).toBeNull()
    expect(data).toEqual([
      { id: 20, kind: 'cat' },
      { id: 21, kind: 'dog' },
    ])
  })

  it('undoes a write that was to yield one row and yielded others', async () => {
    const { error } = await service.from('pets').update({ age: 99 }).gt('id', 0).select('id').single()
    expect(error?.code).toBe('PGRST116')
    expect((await service.from('pets').select('id').eq('age', 99)).data).toEqual([])
  })

  it.each(['PATCH', 'DELETE'])(
    'undoes a %s of one row that meant two, though nobody asked to see them',
    async (method) => {
      const body = method === 'PATCH' ? { body: JSON.stringify({ age: 99 }) } : {}
      const headers = { accept: 'application/vnd.pgrst.object+json' }
      const write = (rows: string) =>
        call(platform, `/rest/v1/pets?id=${rows}`, {
          ...{ method, headers, ...body },
          key: platform.keys.secret,
        })
      expect(await write('in.(1,2)')).toMatchObject({
        status: 406,
        body: { code: 'PGRST116', details: 'The result contains 2 rows' },
      })
      expect((await service.from('pets').select('id').neq('age', 99).order('id')).data).toEqual([
        { id: 1 },
        { id: 2 },
      ])
      expect((await write('eq.2')).status).toBe(204)
    },
  )

  it('updates and deletes the rows that the filter names', async () => {
    const { data } = await service
      .from('pets')
      .update({ age: 4, facts: { a: [1] }, tags: ['x', 'y z'] })
      .eq('id', 1)
      .select('age, facts, tags')
    expect(data).toEqual([{ age: 4, facts: { a: [1] }, tags: ['x', 'y z'] }])
    expect(await service.from('pets').update({ age: 5 }).eq('id', 999)).toMatchObject({
      status: 204,
      error: null,
    })
    expect((await service.from('pets').delete().eq('kind', 'cat').select('id')).data).toHaveLength(2)
    expect((await service.from('pets').select('id')).data).toEqual([{ id: 2 }])
  })

  it('merges or skips rows that are there already', async () => {
    const merged = await service
      .from('pets')
      .upsert([
        { id: 1, name: 'Мурзик' },
        { id: 5, name: 'New' },
      ])
      .select('id, name')
    expect(merged.error).toBeNull()
    expect((await service.from('pets').select('name, age').eq('id', 1)).data).toEqual([
      { name: 'Мурзик', age: 3 },
    ])
    const skipped = await service
      .from('pets')
      .upsert({ id: 1, name: 'X' }, { onConflict: 'id', ignoreDuplicates: true })
      .select()
    expect(skipped.data).toEqual([])
  })

  it.each<[string, Record<string, unknown>, number, string]>([
    ['a taken key', { id: 1, name: 'x' }, 409, '23505'],
    ['a missing value', { id: 50 }, 400, '23502'],
    ['a value of another type', { id: 'many', name: 'x' }, 400, '22P02'],
    ['an unknown column', { id: 50, name: 'x', wings: 2 }, 400, 'PGRST204'],
  ])('refuses %s', async (_name, row, status, code) => {
    expect(await service.from('pets').insert(row)).toMatchObject({ status, error: { code } })
  })

  it('refuses an unknown table, and sees one that has just been made', async () => {
    onTestFinished(async () => {
      await sql`drop table if exists public.ghosts`.execute(platform.db)
    })
    expect(await service.from('ghosts').select('*')).toMatchObject({
      status: 404,
      error: { code: 'PGRST205', message: "Could not find the table 'public.ghosts' in the schema cache" },
    })
    await sql`create table if not exists public.ghosts (id int)`.execute(platform.db)
    await expect.poll(async () => (await service.from('ghosts').select('*')).status).toBe(200)
  })

  it('says what it does not offer', async () => {
    expect((await service.from('pets').select('id, owners(name)')).error?.code).toBe('PGRST200')
    expect((await service.schema('auth').from('users').select('*')).error?.code).toBe('PGRST106')
    const key = platform.keys.secret
    const headers = { accept: 'application/geo+json' }
    expect((await call(platform, '/rest/v1/pets', { key, headers })).body.code).toBe('PGRST107')
  })
})

describe('calling functions', () => {
  beforeEach(seed)

  it('by POST and by GET, with defaults', async () => {
    expect((await service.rpc('add', { a: 2, b: 3 })).data).toBe(5)
    expect((await service.rpc('add', { a: 2 }, { get: true })).data).toBe(3)
    expect((await service.rpc('sum_of', { list: [1, 2, 3], options: { x: [1] } })).data).toBe(6)
  })

  it('with rows that can be filtered, a single row, plain values, or nothing', async () => {
    expect((await service.rpc('pets_older_than', { age_limit: 1 }).select('id').gt('age', 5)).data).toEqual([
      { id: 2 },
    ])
    expect(
      (await service.rpc('pets_older_than', { age_limit: 1 }, { get: true }).eq('id', 1).select('id')).data,
    ).toEqual([{ id: 1 }])
    expect((await service.rpc('oldest_pet')).data).toMatchObject({ id: 2 })
    expect((await service.rpc('names').then(({ data }) => data))?.[1]).toBe('Rex')
    expect(await service.rpc('forget')).toMatchObject({ status: 204, data: null, error: null })
    expect((await service.from('pets').select('id')).data).toEqual([])
  })

  it('refuses what does not exist, and writing by GET', async () => {
    expect(await service.rpc('nothing')).toMatchObject({ status: 404, error: { code: 'PGRST202' } })
    expect(await service.rpc('add', { a: 1, c: 1 })).toMatchObject({
      status: 404,
      error: { code: 'PGRST202' },
    })
    expect(await service.rpc('forget', {}, { get: true })).toMatchObject({
      status: 405,
      error: { code: '25006' },
    })
  })

  it("passes on a function's own refusal", async () => {
    expect(await service.rpc('refuse')).toMatchObject({
      status: 418,
      error: { code: 'PT418', message: 'not today', hint: 'tomorrow', details: 'because' },
    })
  })

  it('runs as the caller, who is another in every transaction', async () => {
    const { client, userId } = await signedInClient(platform, 'asel@example.com')
    const who = async (as: SupabaseClient) => (await as.rpc('who')).data
    const [user, visitor, server] = await Promise.all([
      who(client),
      who(visitorClient(platform)),
      who(service),
    ])
    expect(user).toEqual({
      uid: userId,
      role: 'authenticated',
      email: 'asel@example.com',
      user: 'authenticated',
    })
    expect(visitor).toEqual({ uid: null, role: 'anon', email: null, user: 'anon' })
    expect(server).toEqual({ uid: null, role: 'service_role', email: null, user: 'service_role' })
  })
})
