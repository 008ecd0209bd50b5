import { sampleOwner } from '@app/content/ru/sandbox/sample-owner'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { givenApp } from '../../test/given-app.ts'
import { givenHttp } from '../../test/given-outside.ts'
import { readConfig } from '../config.ts'
import { openTracing } from './open-tracing.ts'

const silence = { info() {}, warn() {}, error() {} }

async function givenCollector(status = 200, mayAnswer: Promise<void> = Promise.resolve()) {
  const taken: { url: string | undefined; key: unknown; body: string }[] = []
  const collector = await givenHttp(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    taken.push({ url: request.url, key: request.headers['x-key'], body })
    await mayAnswer
    response.writeHead(status).end('{}')
  })
  onTestFinished(collector.close)
  const settings = { url: `${collector.url}/v1/traces`, headers: { 'x-key': 'k' }, serviceName: 'clearday' }
  return { taken, settings }
}

const spansIn = (body: string) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans
const attributesOf = (span: { attributes: { key: string; value: object }[] }) =>
  Object.fromEntries(span.attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

test('requests are told by their route and status, jobs by their name, and nobody by anything', async () => {
  const { taken, settings } = await givenCollector()
  const tracing = openTracing(settings, silence)
  const app = Fastify({ genReqId: () => 'request-7' })
  tracing.watch(app)
  app.post('/leads/:token', async () => ({ ok: true }))
  app.get('/boom', async () => {
    throw new Error('no lead of aliya@example.com')
  })
  const traceId = 'a'.repeat(32)
  await app.inject({
    method: 'POST',
    url: '/leads/secret-token?email=aliya@example.com',
    headers: { traceparent: `00-${traceId}-${'b'.repeat(16)}-01`, 'user-agent': 'aliya-browser' },
    payload: { name: 'Алия' },
  })
  await app.inject({ url: '/boom', headers: { traceparent: 'aliya@example.com' } })
  await app.inject('/no/such/aliya')
  await tracing.aroundJob({ job: 'send_receipt', attempt: 2 }, async () => {})
  await tracing
    .aroundJob({ job: 'send_receipt', attempt: 3 }, () => Promise.reject(new Error('aliya')))
    .catch(() => {})
  await tracing.close()
  await app.close()

  expect(taken).toMatchObject([{ url: '/v1/traces', key: 'k' }])
  const spans = spansIn(taken[0]?.body ?? '')
  expect(spans.map(({ name }: { name: string }) => name)).toEqual([
    'POST /leads/:token',
    'GET /boom',
    'GET unmatched',
    'send_receipt',
    'send_receipt',
  ])
  expect(spans[0]).toMatchObject({ traceId, parentSpanId: 'b'.repeat(16), kind: 2, status: {} })
  expect(attributesOf(spans[0])).toEqual({
    ...{ 'http.request.method': 'POST', 'http.route': '/leads/:token', 'http.response.status_code': '200' },
    'request.id': 'request-7',
  })
  expect(spans[1]).toMatchObject({ traceId: expect.stringMatching(/^[0-9a-f]{32}$/), status: { code: 2 } })
  expect(spans[4]).toMatchObject({ kind: 5, status: { code: 2 } })
  for (const { startTimeUnixNano, endTimeUnixNano } of spans) {
    expect(BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano)).toBeGreaterThanOrEqual(0n)
  }
  expect(taken[0]?.body).not.toMatch(/aliya|secret-token|Алия/)
})

test('a collector that is away costs one line of the log, and no request', async () => {
  const { settings } = await givenCollector(503)
  const lines: string[] = []
  const tracing = openTracing(settings, { ...silence, warn: (_facts, message) => lines.push(message) })
  for (let count = 0; count < 1100; count++) {
    await tracing.aroundJob({ job: 'send_receipt', attempt: 1 }, async () => {})
  }
  await tracing.close()
  expect(lines).toEqual(['the collector of traces does not take them'])
})

test('a collector that does not answer holds one batch and what may wait, however much is told', async () => {
  const { promise: answer, resolve } = Promise.withResolvers<void>()
  const { taken, settings } = await givenCollector(200, answer)
  const tracing = openTracing(settings, silence)
  for (let count = 0; count < 10_000; count++) {
    await tracing.aroundJob({ job: 'send_receipt', attempt: 1 }, async () => {})
  }
  resolve()
  await tracing.close()

  const batches = taken.map(({ body }) => spansIn(body).length)
  expect(batches).toEqual(Array(9).fill(512))
})

test('OpenTelemetry’s own variables switch it on, and nothing else does', async () => {
  const { taken, settings } = await givenCollector()
  const endpoint = settings.url.replace('/v1/traces', '')
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=Bearer%20k,y=1',
    OTEL_SERVICE_NAME: 'rehearsal',
  }
  expect(readConfig({}, sampleOwner).tracing).toBeNull()
  expect(readConfig(env, sampleOwner).tracing?.headers).toEqual({ 'x-key': 'Bearer k', y: '1' })

  for (const each of [{}, env]) {
    const { app } = await givenApp({ env: each })
    await app.inject('/api/health?email=aliya@example.com')
    await app.close()
  }
  expect(taken).toMatchObject([{ url: '/v1/traces', key: 'Bearer k' }])
  expect(taken[0]?.body).toContain('rehearsal')
  expect(spansIn(taken[0]?.body ?? '')).toMatchObject([{ name: 'GET /api/health' }])
  expect(taken[0]?.body).not.toContain('aliya')
})
