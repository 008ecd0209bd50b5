import { gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { analyticsPlugin } from './analytics-plugin.ts'
import { createEventStore } from './event-store.ts'

const viewed = {
  event: '$pageview',
  uuid: '0190b1f2-7c3a-7e43-9a51-0f7c62bb1f1e',
  properties: { distinct_id: 'visitor-1', $pathname: '/' },
}

async function givenProvider(bytes?: number) {
  const now = () => new Date('2026-11-21T05:00:00Z')
  const events = createEventStore({ limit: 3, now, ...(bytes && { bytes }) })
  const app = Fastify()
  await app.register(analyticsPlugin, { prefix: '/sandbox', events })
  const post = (url: string, payload: string | Buffer, type = 'text/plain') =>
    app.inject({
      method: 'POST',
      url: `/sandbox/analytics${url}`,
      payload,
      headers: { 'content-type': type },
    })
  const received = async () => (await app.inject('/sandbox/api/analytics')).json() as { event: string }[]
  return { app, post, received }
}

test.each([
  ['/e/', JSON.stringify(viewed), 'text/plain'],
  ['/e/?compression=gzip-js&ip=0', gzipSync(JSON.stringify([viewed])), 'text/plain'],
  [
    '/e/?compression=base64',
    `data=${encodeURIComponent(btoa(JSON.stringify([viewed])))}`,
    'application/x-www-form-urlencoded',
  ],
  ['/i/v0/e/', JSON.stringify([viewed]), 'application/json'],
  ['/batch/', JSON.stringify({ api_key: 'phc', batch: [viewed] }), 'application/json'],
])('events are taken at %s as the library sends them', async (url, payload, type) => {
  const { post, received } = await givenProvider()

  expect((await post(url, payload, type)).json()).toEqual({ status: 1 })
  expect(await received()).toMatchObject([
    { event: '$pageview', distinctId: 'visitor-1', uuid: viewed.uuid, properties: { $pathname: '/' } },
  ])
})

test('programs read what one browser sent', async () => {
  const { app, post } = await givenProvider()
  for (const device of ['one', 'other']) {
    await post('/e/', JSON.stringify({ ...viewed, uuid: null, properties: { $device_id: device } }))
  }
  const of = async (query: string) =>
    (await app.inject(`/sandbox/api/analytics?${query}`)).json<{ properties: object }[]>()

  expect((await of('device=one')).map(({ properties }) => properties)).toEqual([{ $device_id: 'one' }])
  expect(await of('device=none')).toEqual([])
  expect(await of('device=one&device=other')).toEqual([])
  expect(await of('')).toHaveLength(2)
})

test.each(['', 'no json', '"text"', '\u001f\u008bnonsense'])('%o is refused', async (payload) => {
  const { post, received } = await givenProvider()

  expect((await post('/e/', Buffer.from(payload, 'latin1'))).statusCode).toBe(400)
  expect(await received()).toEqual([])
})

test.each<[string, string | Buffer]>([
  ['more than a megabyte once unpacked', gzipSync(JSON.stringify({ event: 'a'.repeat(1_000_000) }))],
  ['more events than anybody sends at once', JSON.stringify(new Array(1001).fill({ event: 'one' }))],
  ['what lies too deep to be shown', `{"properties":{"a":${'['.repeat(9000)}${']'.repeat(9000)}}}`],
])('%s is refused', async (_title, payload) => {
  const { app, post, received } = await givenProvider()

  expect((await post('/e/', payload)).statusCode).toBe(400)
  expect(await received()).toEqual([])
  expect((await app.inject('/sandbox/analytics')).statusCode).toBe(200)
})

test('what takes much memory pushes out what came before it', async () => {
  const { post, received } = await givenProvider(20_000)
  await post('/e/', JSON.stringify([viewed, { event: 'long', properties: { text: 'a'.repeat(6000) } }]))
  expect(await received()).toHaveLength(2)

  await post('/e/', JSON.stringify({ event: 'many', properties: { list: new Array(150).fill([]) } }))
  expect((await received()).map(({ event }) => event)).toEqual(['many'])
})

test('of a long event the page shows the beginning', async () => {
  const { app, post } = await givenProvider()
  const long = { event: 'a'.repeat(9000), properties: { text: 'a'.repeat(90_000), $lib: 'a'.repeat(90_000) } }
  await post('/e/', JSON.stringify([long, long, long]))

  expect((await app.inject('/sandbox/analytics')).body.length).toBeLessThan(15_000)
})

test('an event that comes twice is kept once, and the oldest is forgotten', async () => {
  const { post, received } = await givenProvider()
  await post('/e/', JSON.stringify([viewed, { event: 'one' }, { event: 'two' }]))
  await post('/e/', JSON.stringify(viewed))
  expect((await received()).map(({ event }) => event)).toEqual(['two', 'one', '$pageview'])

  await post('/e/', JSON.stringify({ event: 'three' }))
  expect((await received()).map(({ event }) => event)).toEqual(['three', 'two', 'one'])
})

test('people see what arrived, harmlessly, and may empty the list', async () => {
  const { app, post, received } = await givenProvider()
  await post('/e/', JSON.stringify({ event: '<script>alert(1)</script>', properties: { step_id: 'age' } }))

  const page = (await app.inject('/sandbox/analytics')).body
  expect(page).toContain('&lt;script&gt;alert(1)')
  expect(page).toContain('step_id: &quot;age&quot;')
  expect((await app.inject({ method: 'DELETE', url: '/sandbox/api/analytics' })).statusCode).toBe(204)
  expect(await received()).toEqual([])
  expect((await app.inject('/sandbox/analytics')).body).toContain('Событий пока нет')
})
