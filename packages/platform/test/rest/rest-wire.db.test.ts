import { describe, expect, it } from 'vitest'
import { type Case, givenWireAnswers, refusal } from './given-wire-answers.ts'

const { answerOf, itAnswers, countOfItems } = givenWireAnswers()

const object = 'application/vnd.pgrst.object+json'

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
