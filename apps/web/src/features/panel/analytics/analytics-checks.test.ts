import { expect, onTestFinished, test } from 'vitest'
import { type FakeAnswer, givenApi, page } from '../checks/given-api.ts'
import { type AnalyticsLibrary, deliverEvent } from './deliver-event.ts'
import { measureTimer } from './measure-timer.ts'

/** The library as it sends, to a provider on this machine. */
async function deliver(answer: FakeAnswer, library: Partial<AnalyticsLibrary> = {}) {
  const provider = await givenApi(() => answer)
  onTestFinished(provider.close)
  return deliverEvent({
    event: 'admin_test_event',
    properties: { test_type: 'manual', stack: undefined },
    obstacle: null,
    host: provider.apiUrl,
    load: async () => ({
      isPosthogOpen: () => true,
      captureNow: (_event, properties) => [
        fetch(`${provider.apiUrl}/e/`, { method: 'POST', body: JSON.stringify(properties) }),
      ],
      ...library,
    }),
  })
}

const unavailable = 'PostHog not available in this environment'

test.each([{ status: 1 }, { status: 'Ok' }])(
  'an event that the provider took with %o succeeds',
  async (json) => {
    expect(await deliver({ json })).toMatchObject({
      success: true,
      data: { event: 'admin_test_event', properties: { test_type: 'manual' } },
    })
  },
)

const refusals: [string, FakeAnswer, RegExp][] = [
  ['a provider that refuses', { status: 401, json: { status: 0 } }, /отказал: 401/],
  ['a provider in trouble', { status: 503 }, /отказал: 503/],
  ['a page in its place', page, /не\sпохож/],
  ['an event that was not taken', { json: { status: 0 } }, /не\sпохож/],
]
test.each(refusals)('%s fails, and is named', async (_what, answer, error) => {
  const outcome = await deliver(answer)

  expect(outcome).toMatchObject({ success: false, message: unavailable, error: expect.stringMatching(error) })
})

test('a provider that cannot be reached, and a library that sends nothing, fail', async () => {
  const unreachable = await deliver(page, { captureNow: () => [Promise.reject(new TypeError('blocked'))] })
  expect(unreachable.error).toMatch(/не\sответил: blocked/)
  expect((await deliver(page, { captureNow: () => [] })).error).toMatch(/ничего\sне\sотправила/)
})

test('what keeps analytics off is said, and nothing is sent', async () => {
  const host = 'https://us.i.posthog.com'
  const given = { event: 'admin_test_event', properties: {}, host }
  const blocked = async () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  }
  const off = await deliverEvent({ ...given, obstacle: 'Ключа нет.', load: blocked })
  const withoutLibrary = await deliverEvent({ ...given, obstacle: null, load: blocked })
  const stillborn = await deliver(page, { isPosthogOpen: () => false })

  expect(off).toEqual({ success: false, message: unavailable, error: 'Ключа нет.', alert: unavailable })
  expect(withoutLibrary).toMatchObject({
    alert: unavailable,
    error: expect.stringMatching(/не\sзагрузилась/),
  })
  expect(stillborn).toMatchObject({ alert: unavailable, error: expect.stringMatching(/не\sзапустилась/) })
})

test.each([
  [100, true],
  [1500, false],
  [40, false],
])('a timer of a tenth of a second that takes %i ms: %s', async (passed, success) => {
  let now = 1000
  const outcome = await measureTimer(
    async (ms) => {
      expect(ms).toBe(100)
      now += passed
    },
    () => now,
  )

  expect(outcome).toMatchObject({ success, data: { expectedMs: 100, measuredMs: passed } })
})
