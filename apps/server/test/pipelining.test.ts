import { rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { sampleOwner } from '@app/content/ru/sandbox/sample-owner'
import { maxUnanswered, ServerLimits } from '@app/platform/http/create-bounded-server'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../src/config.ts'
import { openHttp } from '../src/http/open-http.ts'
import { givenApp, givenSite } from './given-app.ts'

let port: number
let close: () => Promise<void>
const siteDir = givenSite()

beforeAll(async () => {
  const given = await givenApp({ siteDir, env: { LOG_LEVEL: 'silent', RATE_LIMIT_PAGES: '1000000/60' } })
  await given.app.listen({ port: 0, host: '127.0.0.1' })
  port = (given.app.server.address() as AddressInfo).port
  close = given.close
})
afterAll(async () => {
  await close()
  rmSync(siteDir, { recursive: true })
})

/** A connection that has sent `text` at once; `answer` is what came back by the time that it was closed or `until` was there. */
function send(text: string, to = port): { socket: Socket; answer: (until?: RegExp) => Promise<string> } {
  const socket = connect(to, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let received = ''
  socket.on('data', (bytes) => {
    received += bytes
  })
  socket.on('error', () => {})
  socket.write(text)
  const answer = (until?: RegExp) =>
    new Promise<string>((resolve) => {
      const look = () => until?.test(received) && resolve(received)
      socket.on('data', look)
      socket.on('close', () => resolve(received))
      if (socket.destroyed) resolve(received)
      look()
    })
  return { socket, answer }
}

const request = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nhost: a\r\n${more}\r\n`

/** The time that a health check takes that has a connection of its own already. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
afterAll(() => agent.destroy())
const msOfHealth = () =>
  new Promise<number>((resolve, reject) => {
    const beganAt = performance.now()
    get({ port, host: '127.0.0.1', path: '/api/health', agent }, (response) => {
      response.resume().once('end', () => resolve(performance.now() - beganAt))
    }).once('error', reject)
  })

async function slowestHealth(until: Promise<unknown>): Promise<number> {
  let isOver = false
  void until.finally(() => {
    isOver = true
  })
  let slowest = 0
  do slowest = Math.max(slowest, await msOfHealth())
  while (!isOver)
  return slowest
}

test.each([
  ['one connection', '/', 1],
  ['several connections', '/', 8],
  ['connections that ask for addresses which cannot be read', '/%E0%A4%A', 8],
])(
  'while 2,000 requests come at once by %s, a health check is answered',
  async (_name, path, count) => {
    await msOfHealth()
    // The machine may be busy with something else meanwhile.
    await expect
      .poll(
        async () => {
          const quiet = await slowestHealth(new Promise((resolve) => setTimeout(resolve, 200)))
          const attacks = Array.from({ length: count }, () => send(request(path).repeat(2_000)))
          const slowest = await slowestHealth(Promise.all(attacks.map(({ answer }) => answer())))
          return slowest - 2 * quiet
        },
        { timeout: 30_000 },
      )
      .toBeLessThan(100)
  },
  40_000,
)

test('a connection with more unanswered requests than are waited for is ended', async () => {
  const { answer } = send(request('/api/health').repeat(maxUnanswered + 2))

  expect((await answer()).split('HTTP/1.1 ').length - 1).toBeLessThan(maxUnanswered)
})

test('a few requests of one connection are answered in their order', async () => {
  const paths = ['/about', '/api/health', '/nothing.js', '/api/']
  const { answer } = send(
    paths.map((path) => request(path)).join('') + request('/terms', 'connection: close\r\n'),
  )
  const answers = (await answer()).split('HTTP/1.1 ').slice(1)

  expect(answers.map((each) => each.slice(0, 3))).toEqual(['200', '200', '404', '200', '200'])
  expect(answers.map((each) => each.split('\r\n\r\n')[1]?.slice(0, 20))).toMatchObject([
    expect.any(String),
    '{"status":"ok"}',
    'Not found',
    '{"status":"API is ru',
    expect.any(String),
  ])
})

test('a body that is on its way when the request before it is answered is waited for', async () => {
  const body = JSON.stringify({ a: 'x'.repeat(30_000) })
  const head = `POST /api/leads HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n`
  const { socket, answer } = send(request('/api/health') + head + body.slice(0, 10))
  await answer(/"ok"/)
  socket.write(body.slice(10))

  expect(await answer()).toMatch(/ok[\s\S]*HTTP\/1\.1 400 /)
})

test('an address has so many connections, and gets another when one of them ends', async () => {
  const isOpen = async ({ socket, answer }: ReturnType<typeof send>) =>
    (await answer(/"ok"/)).includes('"ok"') && !socket.destroyed
  // Health checks have kept one, and what other tests have left may still be on its way.
  await expect.poll(() => send(request('/api/health')).answer(/"ok"/)).toContain('"ok"')
  const many = Array.from({ length: ServerLimits + 10 }, () => send(request('/api/health')))
  const areOpen = await Promise.all(many.map(isOpen))
  expect(areOpen.filter(Boolean).length).toBeLessThan(ServerLimits)
  expect(areOpen.filter(Boolean).length).toBeGreaterThan(ServerLimits - 20)

  many[0]?.socket.destroy()
  await expect.poll(() => isOpen(send(request('/api/health')))).toBe(true)
})

test('the proxy, which speaks for everybody, has as many as it needs', async () => {
  const given = await givenApp({ env: { LOG_LEVEL: 'silent', TRUST_PROXY: 'loopback' } })
  onTestFinished(given.close)
  await given.app.listen({ port: 0, host: '127.0.0.1' })
  const there = (given.app.server.address() as AddressInfo).port
  const sockets = Array.from({ length: ServerLimits + 10 }, () => connect(there, '127.0.0.1'))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  const answers = await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<string>((resolve) => {
          socket.once('data', (bytes) => resolve(bytes.toString().slice(9, 12)))
          socket.once('close', () => resolve('closed'))
          socket.on('error', () => {})
          socket.write(request('/api/health', 'x-forwarded-for: 203.0.113.9\r\n'))
        }),
    ),
  )

  expect(new Set(answers)).toEqual(new Set(['200']))
})

test('files of the site have a budget, and everybody else has one of their own', async () => {
  const given = await givenApp({ siteDir, env: { TRUST_PROXY: 'loopback', RATE_LIMIT_PAGES: '3/60' } })
  onTestFinished(given.close)
  const statusOf = async (url: string, address = '203.0.113.9', method: 'GET' | 'HEAD' = 'GET') =>
    (await given.app.inject({ url, method, headers: { 'x-forwarded-for': address } })).statusCode

  expect(await statusOf('/about')).toBe(200)
  expect(await statusOf('/assets/nothing.js')).toBe(404)
  expect(await statusOf('/about', '203.0.113.9', 'HEAD')).toBe(200)
  expect(await statusOf('/about')).toBe(429)
  expect(await statusOf('/about', '203.0.113.9', 'HEAD')).toBe(429)
  expect(await statusOf('/api/health')).toBe(200)
  expect(await statusOf('/about', '203.0.113.10')).toBe(200)
})

test('a connection becomes another protocol behind an answered request', async () => {
  const app = openHttp(readConfig({ LOG_LEVEL: 'silent' }, sampleOwner))
  onTestFinished(() => app.close())
  app.get('/', async () => 'first')
  app.server.on('upgrade', (_request, socket: Socket) => {
    socket.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: echo\r\n\r\nechoed')
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { socket, answer } = send(request('/'), (app.server.address() as AddressInfo).port)
  await answer(/first/)
  socket.write(request('/', 'connection: upgrade\r\nupgrade: echo\r\n'))

  expect(await answer()).toMatch(/first[\s\S]* 101 [\s\S]*echoed/)
})

test('two Host headers are refused', async () => {
  const { answer } = send(request('/api/health', 'Host: b\r\nconnection: close\r\n'))

  expect(await answer()).toMatch(/^HTTP\/1\.1 400 [\s\S]*"invalid_input"/)
})

test.each([
  ['two Host headers', 'POST /api/leads', 'host: b\r\n'],
  ['an address that cannot be read', 'POST /%zz', ''],
  ['an expectation that nobody knows', 'POST /api/leads', 'expect: foo\r\n'],
])(
  'a body that goes on after its request was refused for %s is not waited for',
  async (_reason, line, more) => {
    const app = openHttp(readConfig({ LOG_LEVEL: 'silent' }, sampleOwner), undefined, undefined, 300)
    onTestFinished(() => app.close())
    await app.listen({ port: 0, host: '127.0.0.1' })
    const head = `${line} HTTP/1.1\r\nhost: a\r\n${more}content-length: 5000\r\n\r\n`
    const { socket, answer } = send(head, (app.server.address() as AddressInfo).port)
    const drip = setInterval(() => socket.write('x'), 50)
    onTestFinished(() => clearInterval(drip))

    expect(await answer()).toMatch(/^HTTP\/1\.1 4/)
  },
)
