import { once } from 'node:events'
import { get } from 'node:http'
import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { AppError } from '../http/app-error.ts'
import { answerError } from '../http/error-handler.ts'
import { createErrorReporter } from './error-reporter.ts'
import { BatchRefusedError, posthogGateway, type ServerEvent } from './event-gateway.ts'
import { reportingLog, watchErrors } from './watch-errors.ts'

function givenReporter(isOn = true) {
  const told: ServerEvent[] = []
  const send = async (events: readonly ServerEvent[]) => void told.push(...events)
  const reporter = createErrorReporter({ isOn, send }, () => new Date('2026-11-21T05:00:00Z'))
  return { reporter, told }
}

test('a request that could not be answered is reported by its route and id', async () => {
  const { reporter, told } = givenReporter()
  const app = Fastify({ genReqId: () => 'request-7' })
  app.setErrorHandler(answerError)
  watchErrors(app, reporter)
  app.get('/leads/:token', async ({ params }) => {
    throw new Error(`no lead of aliya@example.com ${JSON.stringify(params)}`)
  })
  await app.inject('/leads/secret-token?data=1')
  await app.close()

  expect(told).toMatchObject([
    {
      name: 'error_occurred',
      distinctId: 'server',
      properties: {
        error_type: 'server_error',
        message: expect.stringMatching(/^no lead of \S+ \{…\}$/),
        stack: expect.stringContaining('watch-errors.test.ts'),
        url: '/leads/:token',
        request_id: 'request-7',
        status: 500,
        timestamp: '2026-11-21T05:00:00.000Z',
        environment: 'production',
        version: 'unknown',
      },
    },
  ])
  expect(JSON.stringify(told)).not.toMatch(/secret-token|aliya/)
})

test('a request that could not be answered is reported once, even when its client has left before', async () => {
  const { reporter, told } = givenReporter()
  const app = Fastify()
  app.setErrorHandler(answerError)
  watchErrors(app, reporter)
  app.get('/', async (_request, reply) => {
    const left = once(reply.raw, 'close')
    asking.destroy()
    await left
    throw new Error('too late')
  })
  const answered = new Promise<void>((resolve) => {
    app.addHook('onSend', async () => resolve())
  })
  const asking = get(await app.listen({ host: '127.0.0.1', port: 0 })).on('error', () => {})
  await answered
  await app.close()

  expect(told.map(({ properties }) => properties.message)).toEqual(['too late'])
})

test.each([403, 503])('a refusal of ours with %i is no error', async (status) => {
  const { reporter, told } = givenReporter()
  const app = Fastify()
  app.setErrorHandler(answerError)
  watchErrors(app, reporter)
  app.get('/', async () => {
    throw new AppError(status === 403 ? 'forbidden' : 'whatsapp_off')
  })
  await app.inject('/')
  await app.inject({
    method: 'POST',
    url: '/',
    payload: '{',
    headers: { 'content-type': 'application/json' },
  })
  await app.close()

  expect(told).toEqual([])
})

test('a job that is given up is reported by its name', async () => {
  const { reporter, told } = givenReporter()
  const lines: unknown[] = []
  const write = (facts: object, message: string) => void lines.push([facts, message])
  const log = reportingLog({ info: write, warn: write, error: write }, reporter)
  log.warn({ job: 'send_receipt' }, 'a job failed and will be tried again')
  log.error(
    { job: 'send_receipt', error: { name: 'Error', message: 'no mail server', stack: '' } },
    'given up',
  )
  await reporter.flush()

  expect(lines).toHaveLength(2)
  expect(told).toMatchObject([{ properties: { url: 'send_receipt', message: 'no mail server' } }])
})

const place = { place: 'GET /', requestId: null, status: 500 }

test('a server that fails at everything says so a hundred times, and off means off', async () => {
  const { reporter, told } = givenReporter()
  for (let n = 0; n < 300; n++) {
    reporter.report({ name: 'Error', message: 'x', stack: '' }, { ...place, place: `route-${n}` })
  }
  await reporter.flush()
  expect(told).toHaveLength(100)

  const off = givenReporter(false)
  off.reporter.report({ name: 'Error', message: 'x', stack: '' }, place)
  await off.reporter.flush()
  expect(off.told).toEqual([])
})

test('what fails all the time in one place leaves room for what fails once in another', async () => {
  const { reporter, told } = givenReporter()
  for (let n = 0; n < 300; n++) reporter.report({ name: 'Error', message: 'x', stack: '' }, place)
  reporter.report({ name: 'Error', message: 'once', stack: '' }, { ...place, place: 'send_receipt' })
  await reporter.flush()

  expect(told.map(({ properties }) => properties.message)).toContain('once')
})

test('what the provider was away for is told the next time, under the same ids', async () => {
  const told: string[] = []
  let isAway = true
  const send = async (events: readonly ServerEvent[]) => {
    if (isAway) throw new Error('away')
    told.push(...events.map(({ properties }) => String(properties.message)))
  }
  const reporter = createErrorReporter({ isOn: true, send })
  reporter.report({ name: 'Error', message: 'first', stack: '' }, place)
  await reporter.flush()
  reporter.report({ name: 'Error', message: 'second', stack: '' }, place)
  isAway = false
  await reporter.flush()

  expect(told).toEqual(['first', 'second'])
})

test('a provider that was away is told by itself later, and of too much the newest', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const told: string[] = []
  let isAway = true
  const send = async (events: readonly ServerEvent[]) => {
    if (isAway) throw new Error('away')
    told.push(...events.map(({ properties }) => String(properties.url)))
  }
  const reporter = createErrorReporter({ isOn: true, send })
  const fail = (from: number, to: number) => {
    for (let n = from; n < to; n++) {
      reporter.report({ name: 'Error', message: 'x', stack: '' }, { ...place, place: `route-${n}` })
    }
  }
  fail(0, 100)
  await reporter.flush()
  fail(100, 110)
  await reporter.flush()
  isAway = false
  await vi.advanceTimersByTimeAsync(30_000)

  expect([told.length, told[0], told.at(-1)]).toEqual([100, 'route-10', 'route-109'])
})

test('what the provider refuses is not told again, and holds nothing back', async () => {
  const batches: string[][] = []
  const send = async (events: readonly ServerEvent[]) => {
    batches.push(events.map(({ properties }) => String(properties.message)))
    if (batches.length === 1) throw new BatchRefusedError('400')
  }
  const reporter = createErrorReporter({ isOn: true, send })
  for (const message of ['bad', 'good']) {
    reporter.report({ name: 'Error', message, stack: '' }, place)
    await reporter.flush()
  }

  expect(batches).toEqual([['bad'], ['good']])
})

test.each([
  [400, true],
  [413, true],
  [429, false],
  [503, false],
])('a provider that answers %i refuses for good: %s', async (status, isFinal) => {
  const gateway = posthogGateway(
    { key: 'phc_key', host: 'https://events.test' },
    async () => new Response(null, { status }),
  )
  const event = { id: '1', name: 'error_occurred', distinctId: 'server', isUser: false, at: new Date(0) }
  const refusal = await gateway.send([{ ...event, properties: {} }]).catch((error: unknown) => error)

  expect([refusal instanceof Error, refusal instanceof BatchRefusedError]).toEqual([true, isFinal])
})
