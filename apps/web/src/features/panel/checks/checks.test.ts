import { apiTests, paymentWebhook, probedEndpoints, webhookTests } from '@app/domain/panel/panel-tests'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { RequestDraft } from '../requests/test-request.ts'
import { evaluateProbe } from './evaluate-probe.ts'
import { type FakeAnswer, givenApi, page } from './given-api.ts'
import { type Probe, probeEndpoints } from './probe-endpoints.ts'
import { probeDailyMessaging, probeProductionApi } from './probe-production.ts'
import { runTest } from './run-test.ts'

const { signal } = new AbortController()
const charge = { priceTiyn: 500_000, depositTiyn: 0, chargeTiyn: 500_000 }
const dryRun = { dryRun: true, due: 0, queued: 0, unreachable: 0, messages: [] }

/** What an API in good health answers at the probed endpoints. */
const healthy: Readonly<Record<string, unknown>> = {
  '/': { status: 'API is running' },
  '/health': { status: 'ok' },
  '/ready': { status: 'ready' },
  '/payment/health': {
    status: 'ok',
    provider: 'robokassa',
    mode: 'live',
    paymentPage: 'https://auth.robokassa.kz',
    signature: 'sha256',
    receipts: false,
    fixedChargeTiyn: null,
  },
  '/payment/prices': { subscription: charge, consultation: charge },
  '/orders': { orders: [] },
  '/daily-messaging/trigger': dryRun,
  '/whatsapp/daily-messaging/trigger': dryRun,
}

async function given(...options: Parameters<typeof givenApi>) {
  const api = await givenApi(...options)
  onTestFinished(api.close)
  return api
}

/** Runs a test of the panel against a server that answers it like this. */
async function outcomeOf(draft: RequestDraft, answer: FakeAnswer, { isForeign = false } = {}) {
  const { send, apiUrl } = await given(() => answer)
  const answered = await send(draft, signal)
  return evaluateProbe({ draft, answer: answered, failure: 'API test failed', apiUrl, isForeign })
}

const drafts: [string, RequestDraft][] = [
  ...Object.entries(webhookTests).map(([id, { payload, ...draft }]): [string, RequestDraft] => [
    id,
    { ...draft, payload },
  ]),
  ...Object.entries(apiTests).map(([id, test]): [string, RequestDraft] => [
    id,
    'body' in test ? { ...test, payload: test.body } : test,
  ]),
]

test.each(drafts)('%s fails over a page, an empty object and a refusal', async (_id, draft) => {
  for (const answer of [page, { json: {} }, { json: null }, { json: healthy['/'], status: 503 }]) {
    const outcome = await outcomeOf(draft, answer)
    expect(outcome).toMatchObject({ success: false, message: 'API test failed', error: expect.any(String) })
  }
})

const wrong: [string, RequestDraft, FakeAnswer, RegExp][] = [
  ['the root of another API', apiTests.root, { json: { status: 'ok' } }, /status.*API is running/],
  ['a process that is ailing', apiTests.health, { json: { status: 'degraded' } }, /status.*ok/],
  ['a server that is starting', apiTests.ready, { json: { status: 'starting' } }, /status.*ready/],
  [
    'payments that are not set up',
    apiTests.paymentHealth,
    { json: { ...(healthy['/payment/health'] as object), status: 'failing' } },
    /status/,
  ],
  [
    'a run that was no dry run',
    { ...apiTests.dailyTrigger, payload: apiTests.dailyTrigger.body },
    { json: { ...dryRun, dryRun: false, queued: 3 } },
    /dryRun/,
  ],
  [
    'another order than was paid',
    { ...webhookTests.payment, payload: { ...webhookTests.payment.payload, InvId: '7' } },
    { text: 'OK8' },
    /OK7/,
  ],
  ['a webhook that says OK of nothing', webhookTests.payment, { text: 'OK' }, /OK1/],
  ['a webhook that answers something', webhookTests.whatsappStatus, { text: 'yes' }, /ok/],
]
test.each(wrong)('%s fails, and the place is named', async (_what, draft, answer, place) => {
  const outcome = await outcomeOf(draft, answer)

  expect(outcome.success).toBe(false)
  expect(outcome.error).toMatch(place)
})

test('what the contract promises succeeds', async () => {
  expect(await outcomeOf(apiTests.ready, { json: healthy['/ready'] })).toMatchObject({ success: true })
  const payment = { method: 'POST', endpoint: paymentWebhook, payload: { InvId: 7 } } as const
  expect(await outcomeOf(payment, { text: 'OK7' })).toMatchObject({ success: true })
  expect(await outcomeOf(webhookTests.whatsappMessage, { text: 'ok' })).toMatchObject({ success: true })
  // Nobody promised anything about it.
  expect(await outcomeOf({ method: 'GET', endpoint: '/my/own' }, page)).toMatchObject({ success: true })
  expect((await outcomeOf({ method: 'GET', endpoint: '/my/own' }, { status: 302 })).success).toBe(false)
})

test('a 404 says what to check, a 401 whom to ask, silence where to look', async () => {
  const missing = await outcomeOf(apiTests.health, { status: 404, json: { code: 'not_found' } })
  for (const hint of [/сервер запущен/, /обработчик/, /префикс/, /маршрут/])
    expect(missing.error).toMatch(hint)
  expect((await outcomeOf(apiTests.health, { status: 401 })).error).toMatch(/секрет/)

  const api = await givenApi(() => page)
  await api.close()
  const silent = await runTest(
    async () => {
      await api.send(apiTests.health, signal)
      return { success: true, message: '' }
    },
    { failure: 'API test failed' },
    signal,
  )
  expect(silent).toMatchObject({ success: false, message: 'API test failed' })
  expect(silent?.error).toMatch(/Сервер\sне\sответил/)
})

test.each(['health', '/health?x=1', '/x/../health', ' /health#top'])(
  'an address typed as %s is judged by the contract',
  async (endpoint) => {
    const draft = { method: 'GET', endpoint } as const

    expect((await outcomeOf(draft, page)).error).toMatch(/страница/)
    expect((await outcomeOf(draft, { json: healthy['/health'] })).success).toBe(true)
  },
)

test('so is a whole address, and one with its parts filled in', async () => {
  const api = await given(() => page)
  for (const endpoint of [
    `${api.apiUrl}/health`,
    '/payment/status?invId=1',
    '/daily-messaging/status/a%40example.com',
  ]) {
    const draft = { method: 'GET', endpoint } as const
    const answer = await api.send(draft, signal)
    const outcome = evaluateProbe({ draft, answer, failure: 'x', apiUrl: api.apiUrl, isForeign: false })
    expect(outcome.error, endpoint).toMatch(/страница/)
  }
})

test('a refusal is told in the server’s words, and a route that is there is not looked for', async () => {
  const missing = { status: 404, json: { code: 'not_found', message: 'Ничего не нашлось.' } }
  const reset = { ...apiTests.dailyReset, payload: apiTests.dailyReset.body }

  expect((await outcomeOf(reset, missing)).error).toBe('404 Not Found. Ничего не нашлось.')
  expect((await outcomeOf(reset, { status: 404, text: 'Not found' })).error).toMatch(/маршрут/)
  const unknown = await outcomeOf({ method: 'GET', endpoint: '/nowhere' }, missing)
  expect(unknown.error).toMatch(/Ничего не нашлось\..*маршрут/)
  const off = { status: 503, json: { code: 'whatsapp_off', message: 'Сообщения выключены.' } }
  expect((await outcomeOf(apiTests.checklist, off)).error).toBe(
    '503 Service Unavailable. Сообщения выключены.',
  )
})

test('the payment webhook says what to check when it refuses', async () => {
  const refusal = { status: 400, text: 'bad request' }

  expect((await outcomeOf(webhookTests.payment, refusal)).error).toMatch(/^400 Bad Request\..*секрет/)
  expect((await outcomeOf(apiTests.checklist, refusal)).error).toBe('400 Bad Request')
})

test('a browser without a network says that of whatever it could not reach', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  onTestFinished(() => void vi.unstubAllGlobals())
  const api = await givenApi(() => page)
  await api.close()

  expect(await probeProductionApi({ ...api, signal })).toMatchObject({
    alert: expect.stringMatching(/^Production API is not accessible: Нет\sсети/),
    error: expect.stringMatching(/^Нет\sсети[^.]*\.$/),
  })
  expect(await probeDailyMessaging({ ...api, signal })).toMatchObject({
    message: 'Daily Messaging endpoint is not accessible',
    error: expect.stringMatching(/^Нет\sсети/),
  })
})

test.each(probedEndpoints)(
  'all endpoints: a page, a 404 or silence at %s is told in its row',
  async (broken) => {
    for (const [answer, error] of [
      [page, /страница/],
      [{ status: 404, json: {} }, /404.*маршрут/],
      [null, /Ответа\sнет/],
    ] as const) {
      const api = await given((_method, path) => (path === broken ? answer : { json: healthy[path] }))
      const rows: Probe[] = []
      const outcome = await probeEndpoints({ ...api, signal }, (probe) => rows.push(probe))

      expect(outcome.success).toBe(false)
      expect(rows.map(({ endpoint }) => endpoint)).toEqual(probedEndpoints)
      expect(rows.filter(({ success }) => !success)).toMatchObject([
        { endpoint: broken, error: expect.stringMatching(error) },
      ])
    }
  },
)

test('all endpoints of an API in good health succeed', async () => {
  const api = await given((_method, path) => ({ json: healthy[path] }))

  expect(await probeEndpoints({ ...api, signal }, () => {})).toMatchObject({ success: true })
})

const closed = { status: 401, json: { code: 'unauthorized', message: 'x' } }
test('another installation has to refuse a stranger, in the words of the contract', async () => {
  const draft = { method: 'GET', endpoint: '/orders' } as const
  const asStranger = { isForeign: true }

  expect(await outcomeOf(draft, closed, asStranger)).toMatchObject({ success: true })
  expect((await outcomeOf(draft, { json: { orders: [] } }, asStranger)).error).toMatch(/открыт/)
  expect((await outcomeOf(draft, { status: 401, text: 'who?' }, asStranger)).success).toBe(false)
  expect((await outcomeOf(draft, { status: 404 }, asStranger)).error).toMatch(/маршрут/)
  expect((await outcomeOf(draft, closed)).success).toBe(false)
  expect((await outcomeOf(apiTests.ready, closed, asStranger)).success).toBe(false)
})

const productionAnswers: [FakeAnswer, string][] = [
  [page, 'Production API responded with status: 200'],
  [{ json: { status: 'ok' } }, 'Production API responded with status: 200'],
  [{ status: 503 }, 'Production API responded with status: 503'],
  [null, 'Production API is not accessible: Ответа нет дольше 0.05 с.'],
]
test.each(productionAnswers)('a production API that answers %o is alerted of', async (answer, alert) => {
  const api = await given(() => answer)

  expect(await probeProductionApi({ ...api, signal })).toMatchObject({
    success: false,
    message: alert,
    alert,
  })
})

test('daily messaging is found where it is mounted, and judged by what it would do', async () => {
  const second = '/whatsapp/daily-messaging/trigger'
  const mounted = await given((_, path) => (path === second ? { json: dryRun } : { status: 404, json: {} }))
  expect(await probeDailyMessaging({ ...mounted, signal })).toMatchObject({ success: true })
  expect(mounted.asked).toEqual(['POST /daily-messaging/trigger', `POST ${second}`])

  const sent = { ...dryRun, dryRun: false }
  for (const [answer, alert] of [
    [page, /responded with status: 200 <!doctype html>/],
    [{ json: sent }, /responded with status: 200 \{"dryRun":false/],
    [{ status: 500, json: { code: 'x' } }, /responded with status: 500 \{"code":"x"\}/],
    [{ status: 404, json: {} }, /responded with status: 404/],
    [null, /is not accessible/],
  ] as const) {
    const api = await given(() => answer)
    const outcome = await probeDailyMessaging({ ...api, signal })
    expect(outcome).toMatchObject({ success: false, alert: expect.stringMatching(alert) })
  }
  const elsewhere = await given(() => closed)
  const asked = await probeDailyMessaging({ ...elsewhere, isForeign: () => true, signal })
  expect(asked).toMatchObject({ success: true })
})

test('a test that takes too long ends, and one can be ended, whether it listens or not', async () => {
  const deaf = () => new Promise<never>(() => {})
  const limited = await runTest(deaf, { failure: 'API test failed', limitMs: 20 }, signal)
  expect(limited).toEqual({ success: false, message: 'API test failed', error: 'Ответа нет дольше 0.02 с.' })

  const stop = new AbortController()
  const running = runTest(deaf, { failure: 'x', alert: (reason) => `Database: ${reason}` }, stop.signal)
  stop.abort()
  expect(await running).toBeNull()

  // Whatever the test itself makes of it.
  const again = new AbortController()
  const api = await given(() => null)
  const probing = runTest(
    (ended) => probeProductionApi({ ...api, signal: ended }),
    { failure: 'x' },
    again.signal,
  )
  again.abort()
  expect(await probing).toBeNull()

  const alerted = await runTest(
    deaf,
    { failure: 'x', alert: (why) => `Database: ${why}`, limitMs: 20 },
    signal,
  )
  expect(alerted).toMatchObject({ alert: 'Database: Ответа нет дольше 0.02 с.' })
})
