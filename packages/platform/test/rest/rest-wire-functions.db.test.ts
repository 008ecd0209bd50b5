import { describe, expect, it } from 'vitest'
import { type Case, givenWireAnswers, refusal } from './given-wire-answers.ts'

const { answerOf, itAnswers, countOfItems } = givenWireAnswers()

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
