import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../testing/clients.ts'
import { givenPlatform, type TestPlatform } from '../../testing/given-platform.ts'

let platform: TestPlatform

/** Forty notes under one long text: said once it is short enough, said for every note it is not. */
const tables = `
create schema long;
create table long.texts (id int primary key, body text not null);
create table long.notes (id int primary key, text_id int not null references long.texts);
insert into long.texts values (1, repeat('x', 5000)), (2, 'short');
insert into long.notes select i, 1 from generate_series(1, 40) i;
insert into long.notes select i, 2 from generate_series(41, 300) i;
create function long.all_notes() returns setof long.notes language sql stable as $$ select * from long.notes $$;
grant usage on schema long to anon;
grant all on all tables in schema long to anon;
`

beforeAll(async () => {
  platform = await givenPlatform({
    rest: { schemas: ['long'], maxBytes: 50_000, txEnd: 'commit-allow-override' },
  })
  await platform.runScript(tables)
})
afterAll(() => platform.close())

const ask = (method: string, path: string, headers: Record<string, string> = {}, body?: unknown) =>
  call(platform, `/rest/v1${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

describe('an answer longer than allowed', () => {
  const refused = {
    status: 400,
    body: { code: 'PGRST100', details: expect.stringContaining('longer than the server allows') },
  }

  it.each([
    ['of rows with one row within each', '/notes?select=id,texts(body)&id=lte.40'],
    ['of rows within rows', '/texts?select=id,notes(texts(body))&id=eq.1'],
    ['of columns spread into lists', '/texts?select=id,...notes(id,...texts(body))&id=eq.1'],
    ['of a function', '/rpc/all_notes?select=id,texts(body)&id=lte.40'],
    [
      'of rows alone',
      '/notes?select=first_name:id,second_name:id,third_name:id,a_rather_long_name_of_a_column:text_id,one_more_name_that_is_said_for_each_row:text_id,and_another_one_that_is_about_as_long:text_id',
    ],
  ])('is refused: %s', async (_, path) => {
    expect(await ask('GET', path)).toMatchObject(refused)
  })

  it.each([
    'text/csv',
    'application/vnd.pgrst.object+json',
    'application/vnd.pgrst.array+json;nulls=stripped',
  ])('is refused as %s too', async (accept) => {
    expect(await ask('GET', '/notes?select=id,texts(body)&id=lte.40', { accept })).toMatchObject(refused)
  })

  it('is refused after a write, which is undone', async () => {
    const path = '/notes?select=id,texts(body)&id=lte.40'
    const answer = await ask('PATCH', path, { prefer: 'return=representation' }, { text_id: 1 })
    expect(answer).toMatchObject(refused)
    const deleted = await ask('DELETE', path, { prefer: 'return=representation' })
    expect(deleted).toMatchObject(refused)
    expect((await ask('GET', '/notes?select=id&id=lte.40')).body).toHaveLength(40)
  })
})

describe('an answer that is short enough', () => {
  it.each([
    ['of rows within rows', '/texts?select=id,notes(id,texts(id))&order=id', 2],
    ['of few rows with long ones within', '/notes?select=id,texts(body)&order=id&limit=8', 8],
    ['of more rows than are left uncounted', '/notes?select=id&order=id', 300],
  ])('is given: %s', async (_, path, count) => {
    const answer = await ask('GET', path)
    expect(answer.status).toBe(200)
    expect(answer.body).toHaveLength(count)
  })

  it.each([
    ['application/json', '[{"id":2,"texts":{"id":1}}, \n {"id":1,"texts":{"id":1}}]'],
    ['text/csv', 'id,texts\n2,"{""id"":1}"\n1,"{""id"":1}"'],
  ])('is what it is uncounted, as %s', async (accept, expected) => {
    const { status, body } = await ask('GET', '/notes?select=id,texts(id)&id=lte.2&order=id.desc', { accept })
    expect(status).toBe(200)
    expect(body.text ?? body).toEqual(accept === 'text/csv' ? expected : JSON.parse(expected))
  })
})

it('an invalid number that says the same is told as what it is', async () => {
  const answer = await ask('GET', '/notes?id=eq.x')
  expect(answer).toMatchObject({ status: 400, body: { code: '22P02' } })
})
