import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../testing/clients.ts'
import { givenPlatform, type TestPlatform } from '../../testing/given-platform.ts'
import { wireTables } from './given-wire.ts'

let platform: TestPlatform

beforeAll(async () => {
  platform = await givenPlatform({
    rest: {
      schemas: ['wire', 'other'],
      txEnd: 'rollback-allow-override',
      planEnabled: true,
      regularExpressions: 'all',
    },
  })
  await platform.runScript(wireTables)
})
afterAll(() => platform.close())

type Case = {
  /** Method and path. */
  ask: string
  prefer?: string
  accept?: string
  headers?: Record<string, string>
  body?: unknown
  status: number
  /** A text, or what JSON is like. */
  answer?: unknown
  says?: Record<string, string | null>
}

/** Asks as a visitor would; nothing is kept unless it is asked for. */
async function answerOf({ ask, prefer, accept, headers, body }: Case) {
  const [method = '', path = ''] = ask.split(/ (.*)/)
  return call(platform, `/rest/v1${path}`, {
    method,
    headers: { ...(prefer ? { prefer } : {}), ...(accept ? { accept } : {}), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}

function itAnswers(cases: readonly Case[]): void {
  it.each(cases)('$ask $prefer $accept answers $status', async (one) => {
    const got = await answerOf(one)
    expect({ status: got.status, body: got.body }).toMatchObject({ status: one.status })
    if (typeof one.answer === 'string') expect(got.body.text ?? got.body).toBe(one.answer)
    else if (one.answer !== undefined) expect(got.body).toEqual(one.answer)
    for (const [name, value] of Object.entries(one.says ?? {})) expect(got.headers.get(name)).toBe(value)
  })
}

const object = 'application/vnd.pgrst.object+json'
const refusal = (
  code: string,
  message: string,
  details: string | null = null,
  hint: string | null = null,
) => ({
  code,
  message,
  details,
  hint,
})
const countOfItems = async (where: string) => {
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from wire.items where ${sql.raw(where)}`.execute(platform.db)
  return rows[0]?.n
}

describe('what was to be one row and is not', () => {
  const cases: Case[] = [
    { ask: 'PATCH /items', body: { name: 'changed' }, status: 406 },
    { ask: 'PATCH /items', prefer: 'return=representation', body: { name: 'changed' }, status: 406 },
    { ask: 'PATCH /items', prefer: 'return=minimal', body: { name: 'changed' }, status: 406 },
    { ask: 'DELETE /items?id=gt.1', status: 406 },
    {
      ask: 'POST /items',
      body: [
        { id: 50, name: 'changed' },
        { id: 51, name: 'changed' },
      ],
      status: 406,
    },
    { ask: 'POST /rpc/rename', body: { to_name: 'changed' }, status: 406 },
  ]
  it.each(cases)('is undone: $ask $prefer', async (one) => {
    const prefer = [one.prefer, 'tx=commit'].filter(Boolean).join(', ')
    const got = await answerOf({ ...one, prefer, accept: object })
    expect(got).toMatchObject({ status: 406, body: { code: 'PGRST116' } })
    expect(await countOfItems('true')).toBe(4)
    expect(await countOfItems("name = 'changed'")).toBe(0)
  })

  it.each(['PATCH /items?id=lt.4', 'DELETE /items?id=lt.4', 'POST /rpc/rename'])(
    'is undone when more is affected than allowed: %s',
    async (ask) => {
      const got = await answerOf({
        ask,
        prefer: 'handling=strict, max-affected=1, tx=commit',
        ...(ask.startsWith('DELETE') ? {} : { body: { name: 'changed', to_name: 'changed' } }),
        ...(ask.startsWith('PATCH') ? { body: { name: 'changed' } } : {}),
        ...(ask.startsWith('POST') ? { body: { to_name: 'changed' } } : {}),
        status: 400,
      })
      expect(got).toMatchObject({ status: 400, body: { code: 'PGRST124' } })
      expect(await countOfItems("name like 'item %'")).toBe(4)
    },
  )

  itAnswers([
    {
      ask: 'POST /rpc/clear',
      prefer: 'handling=strict, max-affected=9',
      status: 400,
      answer: refusal(
        'PGRST128',
        'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
      ),
    },
    { ask: 'POST /rpc/names', accept: object, status: 406 },
    { ask: 'PATCH /items?id=eq.1', accept: object, body: { name: 'x' }, status: 204, answer: '' },
  ])
})

describe('preferences', () => {
  itAnswers([
    {
      ask: 'GET /moments',
      prefer: 'timezone=America/Los_Angeles',
      status: 200,
      answer: [{ at: '2025-12-31T16:00:00-08:00' }],
      says: { 'preference-applied': 'timezone=America/Los_Angeles' },
    },
    {
      ask: 'GET /moments',
      prefer: 'timezone=No/Where',
      status: 200,
      answer: [{ at: '2026-01-01T00:00:00+00:00' }],
      says: { 'preference-applied': null },
    },
    {
      ask: 'GET /moments',
      prefer: 'handling=strict, timezone=No/Where',
      status: 400,
      answer: refusal(
        'PGRST122',
        'Invalid preferences given with handling=strict',
        'Invalid preferences: timezone=No/Where',
      ),
    },
    {
      ask: 'POST /items',
      prefer: 'resolution=merge-duplicates, return=representation',
      body: [],
      status: 200,
      answer: [],
    },
    {
      ask: 'GET /rpc/items_below?id=4&id=gt.2&select=id',
      status: 200,
      answer: [{ id: 3 }],
    },
    {
      ask: 'GET /items?select=id&id=in.( 1, 2)&and=( or ( id.eq.1 , id.eq.3 ) )',
      status: 200,
      answer: [{ id: 1 }],
    },
    {
      ask: 'GET /keys?select=data->>!@%23$%25^_d,data->1st-one->>2',
      status: 200,
      answer: [{ '!@#$%^_d': '[1,2]', '1st-one': 'x' }],
    },
    {
      ask: 'GET /keys?select=data->>!@%23$%25^_d&data->>!@%23$%25^_d=eq.[1,2]&data->1st-one->0=eq.1',
      status: 200,
    },
    ...(
      [
        ['id.ac', 4, 'unexpected "c" expecting "asc", "desc", "nullsfirst" or "nullslast"'],
        ['id.descc', 8, 'unexpected \'c\' expecting delimiter (.), "," or end of input'],
        ['id.asc.nlsfst', 8, 'unexpected "l" expecting "nullsfirst" or "nullslast"'],
        ['id.nullslasttt', 13, 'unexpected \'t\' expecting "," or end of input'],
      ] as const
    ).map(([order, column, details]) => ({
      ask: `GET /items?order=${order}`,
      status: 400,
      answer: refusal('PGRST100', `"failed to parse order (${order})" (line 1, column ${column})`, details),
    })),
    {
      ask: 'GET /items?id=7',
      status: 400,
      answer: refusal(
        'PGRST100',
        '"failed to parse filter (7)" (line 1, column 1)',
        'unexpected "7" expecting "not" or operator (eq, gt, ...)',
      ),
    },
    { ask: 'GET /rpc/hello?name=not.in.vain', status: 200, answer: 'hello not.in.vain' },
    {
      ask: 'POST /tints?columns=id,color,sheen',
      prefer: 'missing=default, return=representation',
      body: [{ id: 8 }, { id: 9, color: '#000002', sheen: null }],
      status: 201,
      answer: [
        { id: 8, color: '#000003', sheen: 'matt' },
        { id: 9, color: '#000002', sheen: null },
      ],
    },
    {
      ask: 'PATCH /tints?id=eq.1&columns=color',
      prefer: 'missing=default, return=representation',
      body: {},
      status: 200,
      answer: [{ id: 1, color: '#000003', sheen: 'matt' }],
    },
    {
      ask: 'DELETE /items?id=eq.1',
      prefer: 'max-affected=1, handling=strict, missing=default',
      status: 204,
      says: { 'preference-applied': 'handling=strict, max-affected=1', 'content-range': '*/*' },
    },
    {
      ask: 'POST /texts',
      prefer: 'resolution=merge-duplicates, return=representation',
      body: [{ value: 'x' }],
      status: 201,
      says: { 'preference-applied': 'return=representation' },
    },
    {
      ask: 'PATCH /items?id=eq.1&columns=name',
      prefer: 'missing=default, return=representation',
      body: {},
      status: 200,
      answer: [expect.objectContaining({ id: 1, name: 'untitled' })],
    },
  ])
})

describe('writes', () => {
  itAnswers([
    {
      ask: 'POST /pairs',
      prefer: 'return=headers-only',
      body: { k1: 12, k2: 'Rock & R+ll' },
      status: 201,
      answer: '',
      says: { location: '/pairs?k1=eq.12&k2=eq.Rock%20%26%20R%2Bll', 'content-range': '*/*' },
    },
    { ask: 'POST /pairs', body: { k1: 101, k2: 'x' }, status: 202, says: { location: '/made/101' } },
    {
      ask: 'POST /some_pairs',
      prefer: 'return=headers-only',
      body: { first: 12, second: 'x' },
      status: 201,
      says: { location: '/some_pairs?first=eq.12&second=eq.x' },
    },
    {
      ask: 'POST /some_pairs',
      prefer: 'return=representation, resolution=ignore-duplicates',
      body: [
        { first: 1, second: 'x' },
        { first: 1, second: 'x' },
      ],
      status: 201,
      answer: [{ second: 'x', first: 1 }],
    },
    {
      ask: 'PUT /some_pairs?first=eq.1&second=eq.x',
      prefer: 'return=representation',
      body: { first: 1, second: 'x' },
      status: 201,
      answer: [{ second: 'x', first: 1 }],
    },
    { ask: 'OPTIONS /some_pairs', status: 200, says: { allow: 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE' } },
    {
      ask: 'POST /texts',
      prefer: 'return=representation',
      body: [{}, {}],
      status: 201,
      answer: [{ value: null }, { value: null }],
    },
    { ask: 'PATCH /items', body: [], status: 204 },
    { ask: 'PATCH /items', prefer: 'return=representation', body: [{}], status: 200, answer: [] },
    { ask: 'PATCH /items?id=lt.3', body: { note: 'x' }, status: 204, says: { 'content-range': '0-1/*' } },
    {
      ask: 'POST /items?columns=id,name',
      prefer: 'return=representation',
      body: { id: 9, name: 'n', facts: 'anything', no_column: 1 },
      status: 201,
      answer: [expect.objectContaining({ id: 9, name: 'n', facts: null })],
    },
    {
      ask: 'POST /items?columns=helicopter',
      body: {},
      status: 400,
      answer: refusal('PGRST204', "Could not find the 'helicopter' column of 'items' in the schema cache"),
    },
    {
      ask: 'POST /texts',
      body: 'x',
      headers: { 'content-type': 'audio/mpeg' },
      status: 400,
      answer: refusal('PGRST102', 'Content-Type not acceptable: audio/mpeg'),
    },
  ])
})

describe('ranges', () => {
  const unsatisfied = (details: string) => refusal('PGRST103', 'Requested range not satisfiable', details)
  itAnswers([
    {
      ask: 'GET /items?select=id&order=id&limit=3',
      headers: { range: '0-1' },
      status: 200,
      answer: [{ id: 1 }, { id: 2 }],
    },
    { ask: 'GET /items?select=id&order=id&offset=-4&limit=1', status: 200, answer: [{ id: 1 }] },
    {
      ask: 'GET /items?limit=-1',
      status: 416,
      answer: unsatisfied('Limit should be greater than or equal to zero.'),
    },
    {
      ask: 'GET /items?offset=9',
      prefer: 'count=exact',
      status: 416,
      answer: unsatisfied('An offset of 9 was requested, but there are only 4 rows.'),
      says: { 'content-range': '*/4' },
    },
    {
      ask: 'GET /items',
      headers: { range: '1-0' },
      status: 416,
      answer: unsatisfied(
        'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
      ),
    },
  ])
})

describe('methods', () => {
  itAnswers([
    { ask: 'OPTIONS /items', status: 200, says: { allow: 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE' } },
    { ask: 'OPTIONS /texts', status: 200, says: { allow: 'OPTIONS,GET,HEAD,POST,PATCH,DELETE' } },
    { ask: 'OPTIONS /summary', status: 200, says: { allow: 'OPTIONS,GET,HEAD' } },
    { ask: 'OPTIONS /rpc/rename', status: 200, says: { allow: 'OPTIONS,POST' } },
    { ask: 'OPTIONS /rpc/hello', status: 200, says: { allow: 'OPTIONS,GET,HEAD,POST' } },
    { ask: 'OPTIONS /', status: 200, says: { allow: 'OPTIONS,GET,HEAD' } },
    { ask: 'OPTIONS /unknown', status: 404 },
    { ask: 'OPTIONS /rpc/unknown', status: 404 },
    {
      ask: 'DELETE /rpc/hello',
      status: 405,
      answer: refusal('PGRST101', 'Cannot use the DELETE method on RPC'),
      says: { allow: 'OPTIONS,GET,HEAD,POST', 'proxy-status': 'PostgREST; error=PGRST101' },
    },
  ])
})

describe('functions', () => {
  itAnswers([
    { ask: 'GET /rpc/one_record', status: 200, answer: { id: 1, name: 'x' } },
    { ask: 'GET /rpc/point', status: 200, answer: { x: 1, y: 2 } },
    { ask: 'POST /rpc/hello?columns=name', body: { name: 'a', more: 1 }, status: 200, answer: 'hello a' },
    { ask: 'POST /rpc/hello', body: [{ name: 'a' }, { name: 'b' }], status: 200, answer: 'hello a' },
    { ask: 'POST /rpc/hello?name=a', body: { name: 'a' }, status: 400 },
    { ask: 'GET /rpc/rename?to_name=x', status: 405 },
    {
      ask: 'POST /rpc/asked',
      headers: { 'x-mine': 'm' },
      body: { setting: 'request.headers', name: 'x-mine' },
      status: 200,
      answer: 'm',
    },
    {
      ask: 'POST /rpc/asked',
      headers: { cookie: 'a=1; b=2' },
      body: { setting: 'request.cookies', name: 'b' },
      status: 200,
      answer: '2',
    },
    { ask: 'POST /rpc/asked', body: { setting: 'request.method' }, status: 200, answer: 'POST' },
    { ask: 'POST /rpc/asked', body: { setting: 'request.path' }, status: 200, answer: '/rpc/asked' },
  ])
})

describe('what functions say of the answer', () => {
  const answer = (headers: unknown, status = '') => ({
    ask: 'POST /rpc/answer',
    prefer: 'tx=commit',
    body: { headers: typeof headers === 'string' ? headers : JSON.stringify(headers), status },
  })
  itAnswers([
    {
      ...answer([{ 'X-Test': 'a; b' }, { 'Content-Type': 'text/x-mine' }], '418'),
      prefer: 'tx=rollback',
      status: 418,
      says: { 'x-test': 'a; b', 'content-type': 'text/x-mine' },
    },
    {
      ...answer([{ 'Set-Cookie': 'a=1' }, { 'Set-Cookie': 'b=2' }]),
      prefer: 'tx=rollback',
      status: 200,
      says: { 'set-cookie': 'a=1, b=2' },
    },
  ])

  it.each([
    ['an object', '{"X-Test": "a"}', '', 'PGRST111'],
    ['no JSON', 'nonsense', '', 'PGRST111'],
    ['two in one', '[{"A": "a", "B": "b"}]', '', 'PGRST111'],
    ['a number', '[{"A": 1}]', '', 'PGRST111'],
    ['a line break', '[{"A": "a\\r\\nB: b"}]', '', 'PGRST111'],
    ['the length', '[{"Content-Length": "1"}]', '', 'PGRST111'],
    ['no status', '', 'teapot', 'PGRST112'],
    ['a status that is none', '', '99', 'PGRST112'],
  ])('is refused and undone when it cannot be: %s', async (_name, headers, status, code) => {
    expect(await answerOf({ ...answer(headers, status), status: 500 })).toMatchObject({
      status: 500,
      body: { code },
    })
    expect(await countOfItems('id = 99')).toBe(0)
  })

  const raised = (message: string, detail: string | null) => ({
    ask: 'POST /rpc/refuse',
    body: { message, detail },
  })
  const unparsed = 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error'
  itAnswers([
    {
      ...raised(
        '{"code":"123","message":"ABC","details":"DEF","hint":"XYZ"}',
        '{"status":332,"headers":{"X-Header":"str"}}',
      ),
      status: 332,
      answer: refusal('123', 'ABC', 'DEF', 'XYZ'),
      says: { 'x-header': 'str', 'proxy-status': 'PostgREST; error=123' },
    },
    {
      ...raised('{"code":"123","message":"ABC"}', null),
      status: 500,
      answer: refusal(
        'PGRST121',
        unparsed,
        'DETAIL is missing in the RAISE statement',
        "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.",
      ),
    },
    { ...raised('nonsense', '{"status":332,"headers":{}}'), status: 500 },
    { ...raised('{"code":"1","message":"A"}', '{"status":99,"headers":{}}'), status: 500 },
    { ...raised('{"code":"1\\n","message":"A"}', '{"status":400,"headers":{"A b":"c"}}'), status: 500 },
    {
      ask: 'POST /rpc/payment_required',
      status: 402,
      answer: refusal('PT402', 'Payment Required', null, 'Pay'),
    },
    { ask: 'POST /rpc/no_status', status: 500, answer: refusal('PT40A', 'Wrong') },
  ])
})

describe('media types', () => {
  itAnswers([
    {
      ask: 'GET /rpc/page',
      accept: 'text/html',
      status: 200,
      answer: '<b>да</b>',
      says: { 'content-type': 'text/html' },
    },
    {
      ask: 'GET /rpc/page',
      accept: '*/*',
      status: 200,
      answer: '<b>да</b>',
      says: { 'content-type': 'application/json; charset=utf-8' },
    },
    {
      ask: 'GET /rpc/picture',
      accept: 'text/html;q=0.9,*/*;q=0.8,image/png',
      status: 200,
      says: { 'content-type': 'image/png', 'content-length': '4' },
    },
    {
      ask: 'GET /items?id=lt.3',
      accept: 'text/tab-separated-values',
      status: 200,
      answer: '1\titem 1\n2\titem 2\n',
    },
    { ask: 'GET /items?select=id', accept: 'text/tab-separated-values', status: 406 },
    {
      ask: 'GET /items?id=lt.3&select=id,name',
      accept: 'x/rows',
      status: 200,
      answer: '(1,"item 1");(2,"item 2");',
    },
    {
      ask: 'GET /items',
      accept: 'x/none, text/none',
      status: 406,
      answer: refusal('PGRST107', 'None of these media types are available: x/none, text/none'),
    },
    {
      ask: 'GET /items?id=eq.1&select=id,name,none:name->x',
      accept: 'application/vnd.pgrst.array+json;nulls=stripped',
      status: 200,
      says: { 'content-type': 'application/vnd.pgrst.array+json; nulls=stripped; charset=utf-8' },
    },
    {
      ask: 'GET /rpc/page',
      accept: 'application/vnd.pgrst.plan+json; for="text/html"; options=verbose',
      status: 200,
      says: {
        'content-type': 'application/vnd.pgrst.plan+json; for="text/html"; options=verbose; charset=utf-8',
      },
    },
  ])
})

describe('columns that the product represents', () => {
  itAnswers([
    {
      ask: 'GET /paints?order=id',
      status: 200,
      answer: [
        { id: 1, color: '#000100' },
        { id: 2, color: '#000001' },
      ],
    },
    { ask: 'GET /paints?select=shade:color&color=eq.%23000100', status: 200, answer: [{ shade: '#000100' }] },
    {
      ask: 'GET /paints?select=id&color=in.(000100,000001)&order=id',
      status: 200,
      answer: [{ id: 1 }, { id: 2 }],
    },
    { ask: 'GET /paints?select=id&color=not.eq.000100', status: 200, answer: [{ id: 2 }] },
    {
      ask: 'POST /paints',
      prefer: 'return=representation',
      body: { id: 3, color: '#0000ff' },
      status: 201,
      answer: [{ id: 3, color: '#0000ff' }],
    },
    {
      ask: 'PATCH /paints?id=eq.1',
      prefer: 'return=representation',
      body: { color: '#0000ff' },
      status: 200,
      answer: [{ id: 1, color: '#0000ff' }],
    },
  ])
})

describe('filters', () => {
  itAnswers([
    { ask: 'GET /items?select=id&note=fts.impossible&id=eq.1', status: 200, answer: [{ id: 1 }] },
    { ask: 'GET /items?select=id&facts=plfts(english).possible&id=eq.1', status: 200, answer: [{ id: 1 }] },
    { ask: 'GET /items?select=id&facts->>a=not.fts.rats&id=eq.1', status: 200, answer: [{ id: 1 }] },
    {
      ask: 'GET /items?select=Just%20A%20Name&Just%20A%20Name=eq.name%201',
      status: 200,
      answer: [{ 'Just A Name': 'name 1' }],
    },
    { ask: 'GET /texts?value=in.(%22)', status: 200, answer: [{ value: '"' }] },
    {
      ask: 'GET /texts?value=in.(%22a,b%22,plain)',
      status: 200,
      answer: [{ value: 'a,b' }, { value: 'plain' }],
    },
    { ask: 'GET /items?id=in.(%20)', status: 200, answer: [] },
  ])
})

describe('the time that a request took', () => {
  const names = async (one: Omit<Case, 'status'>) =>
    (await answerOf({ ...one, status: 0 })).headers.get('server-timing')?.replaceAll(/;dur=[\d.]+/g, '')

  it('is told step by step, as far as it came', async () => {
    const all = 'jwt, parse, plan, transaction, response'
    expect(await names({ ask: 'GET /items' })).toBe(all)
    expect(await names({ ask: 'PATCH /items?id=eq.1', body: { note: 'x' } })).toBe(all)
    expect(await names({ ask: 'POST /rpc/hello', body: { name: 'x' } })).toBe(all)
    expect(await names({ ask: 'OPTIONS /items' })).toBe('jwt, parse, response')
    expect(await names({ ask: 'GET /items?id=eq.x' })).toBe('jwt, parse, plan, transaction')
  })
})

describe('the schema and the place of what is answered', () => {
  itAnswers([
    {
      ask: 'GET /items?note=eq.y&id=eq.1',
      status: 200,
      says: { 'content-profile': 'wire', 'content-location': '/items?id=eq.1&note=eq.y' },
    },
    { ask: 'GET /items', status: 200, says: { 'content-location': '/items' } },
    {
      ask: 'GET /parents',
      headers: { 'accept-profile': 'other' },
      status: 200,
      says: { 'content-profile': 'other' },
    },
    {
      ask: 'GET /itemz',
      status: 404,
      answer: refusal(
        'PGRST205',
        "Could not find the table 'wire.itemz' in the schema cache",
        null,
        "Perhaps you meant the table 'wire.items'",
      ),
    },
    { ask: 'GET /hidden', status: 401 },
  ])
})
