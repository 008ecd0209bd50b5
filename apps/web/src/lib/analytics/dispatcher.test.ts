import type { StepId } from '@app/domain/quiz/steps'
import { beforeEach, expect, test } from 'vitest'
import { deviceKeys } from '#web/lib/device/keys.ts'
import type { Command, QuizMoment } from './analytics.ts'
import type { AnalyticsClient } from './client.ts'
import { createDispatcher } from './dispatcher.ts'

const at = new Date('2026-11-21T05:00:00Z')
const url = 'https://clearday.kz/profile?data=%7B%22weight%22'

let stored: Map<string, string>
let told: unknown[][]
let calls: ReturnType<typeof createDispatcher>
let released: number

beforeEach(() => {
  stored = new Map()
  told = []
  released = 0
  calls = createDispatcher({
    store: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
    userAgent: 'Chrome',
    startedAt: at,
    url: () => url,
    now: () => at,
    onRelease: () => {
      released += 1
    },
  })
  calls.letGo()
})

function givenClient(changes: Partial<AnalyticsClient> = {}): AnalyticsClient {
  const note =
    (name: string) =>
    (...args: unknown[]) =>
      void told.push([name, ...args])
  return {
    capture: note('capture'),
    identify: note('identify'),
    setPersonProperties: note('setPersonProperties'),
    reset: note('reset'),
    setCapturing: note('setCapturing'),
    ...changes,
  }
}

const call = (made: Pick<Command, 'method' | 'args'>) => ({ ...made, at, url }) as Command
const failure = (message: string) => call({ method: 'trackError', args: [{ type: 'global_error', message }] })
const waitingErrors = () =>
  JSON.parse(stored.get(deviceKeys.errors) ?? '[]') as { message: string; stored_at: string }[]

test('calls wait for the client and keep their order, time and address', () => {
  calls.carryOut(call({ method: 'track', args: ['$pageview'] }))
  calls.carryOut(call({ method: 'identify', args: ['user-1', { locale: 'ru-RU' }] }))
  calls.carryOut(call({ method: 'reset', args: [] }))
  expect(told).toEqual([])

  calls.setClient(givenClient())
  const address = { $current_url: 'https://clearday.kz/profile', $pathname: '/profile' }
  expect(told).toEqual([
    ['capture', '$pageview', address, at],
    ['identify', 'user-1', { locale: 'ru-RU' }],
    ['reset'],
  ])
})

test('errors wait on the device, a hundred at most, and are sent and cleared once the client is ready', () => {
  for (let n = 1; n <= 101; n++) calls.carryOut(failure(`error ${n}`))
  expect(waitingErrors()).toHaveLength(100)
  expect(waitingErrors()[0]).toMatchObject({ message: 'error 2', stored_at: at.toISOString() })

  calls.setClient(givenClient())
  expect(told).toHaveLength(100)
  expect(told.at(-1)).toMatchObject([
    'capture',
    'error_occurred',
    { error_type: 'global_error', message: 'error 101', environment: 'production', version: 'unknown' },
    at,
  ])
  expect(stored.has(deviceKeys.errors)).toBe(false)

  calls.carryOut(failure('later'))
  expect(told).toHaveLength(101)
  expect(stored.has(deviceKeys.errors)).toBe(false)
})

test('what waits on the device is redacted already', () => {
  calls.carryOut(failure('no room for aliya@example.com'))

  expect(stored.get(deviceKeys.errors)).not.toContain('aliya')
  expect(stored.get(deviceKeys.errors)).not.toContain('weight')
})

const refused: [Pick<Command, 'method' | 'args'>, string][] = [
  [{ method: 'track', args: ['$pageview'] }, 'posthog_capture_failed'],
  [{ method: 'identify', args: ['user-1'] }, 'posthog_identify_failed'],
]
test.each(refused)('a client that throws at %o is written down as %s for the next visit', (made, type) => {
  const fail = () => {
    throw new Error('no storage')
  }
  calls.setClient(givenClient({ capture: fail, identify: fail }))
  calls.carryOut(call(made))
  expect(waitingErrors()).toMatchObject([{ error_type: type, message: 'no storage' }])

  calls.setClient(givenClient())
  expect(told).toMatchObject([['capture', 'error_occurred', { error_type: type }, at]])
})

test('a client that cannot start leaves everything waiting', () => {
  calls.carryOut(call({ method: 'track', args: ['$pageview'] }))
  calls.fail('posthog_initialization_failed', new Error('blocked'))

  expect(told).toEqual([])
  expect(waitingErrors()).toMatchObject([{ error_type: 'posthog_initialization_failed', message: 'blocked' }])
})

test('flushing on demand sends what waits on the device', () => {
  calls.setClient(givenClient())
  calls.fail('posthog_capture_failed', new Error('once'))
  calls.carryOut(call({ method: 'flushLocalErrors', args: [] }))

  expect(told).toHaveLength(1)
  expect(stored.has(deviceKeys.errors)).toBe(false)
})

const quiz = (moment: QuizMoment, step: StepId, seconds: number) =>
  calls.carryOut({ method: 'quiz', args: [moment, step], url, at: new Date(at.getTime() + seconds * 1000) })
const events = () => told.map(([, name, properties]) => ({ name, ...(properties as object) }))
const toldAt = () =>
  told.map(([, name, , moment]) => [name, ((moment as Date).getTime() - at.getTime()) / 1000])

test('the quiz is told by place and time, never by answer or result', () => {
  calls.setClient(givenClient())
  quiz('viewed', 'welcome', 0)
  quiz('completed', 'welcome', 2)
  quiz('viewed', 'weight', 2)
  quiz('completed', 'weight', 9)
  quiz('viewed', 'contact', 9)
  quiz('completed', 'contact', 62)
  quiz('finished', 'contact', 62)
  quiz('restarted', 'contact', 70)

  expect(events()).toMatchObject([
    { name: 'quiz_step_viewed', step_id: 'welcome', step_number: 1, total_steps: 25 },
    { name: 'quiz_step_completed', step_id: 'welcome', time_on_step_seconds: 2 },
    { name: 'quiz_step_viewed', step_id: 'weight' },
    { name: 'quiz_step_completed', step_id: 'weight', time_on_step_seconds: 7 },
    { name: 'diagnostic_question_answered', question_id: 'weight', question_group: 'physical' },
    { name: 'quiz_step_viewed', step_id: 'contact' },
    { name: 'quiz_step_completed', step_id: 'contact', time_on_step_seconds: 53 },
    {
      name: 'quiz_completed',
      category: null,
      gender: null,
      age: null,
      goals: null,
      consultation_interest: null,
      total_time_seconds: 60,
      has_email: true,
    },
    { name: 'quiz_restarted', step_id: 'contact' },
  ])
})

test('nothing is told until the step that only women see is past, and then without its time', () => {
  calls.setClient(givenClient())
  quiz('completed', 'dilated-pupils', 0)
  quiz('viewed', 'dominant-emotion', 0)
  failAt(1)
  quiz('completed', 'dominant-emotion', 3)
  quiz('viewed', 'before-menstruation', 3)
  quiz('completed', 'before-menstruation', 8)
  expect(told).toEqual([])
  expect(calls.isHolding()).toBe(true)

  quiz('viewed', 'sleep-problems', 8)
  expect(calls.isHolding()).toBe(false)
  expect(toldAt()).toEqual([
    ['error_occurred', 6],
    ['quiz_step_completed', 5],
    ['diagnostic_question_answered', 5],
    ['quiz_step_viewed', 5],
    ['quiz_step_completed', 8],
    ['diagnostic_question_answered', 8],
    ['quiz_step_viewed', 8],
  ])
  expect(events()[0]).toMatchObject({ timestamp: '2026-11-21T05:00:06.000Z' })
  expect(events()[4]).toMatchObject({ step_id: 'dominant-emotion', time_on_step_seconds: 3 })
})

function failAt(seconds: number) {
  const moment = new Date(at.getTime() + seconds * 1000)
  calls.carryOut({ ...failure('one'), at: moment } as Command)
}

test('a restart from that step is told as one from the step before', () => {
  calls.setClient(givenClient())
  quiz('viewed', 'dominant-emotion', -3)
  quiz('completed', 'dominant-emotion', 0)
  quiz('viewed', 'before-menstruation', 0)
  quiz('restarted', 'before-menstruation', 4)
  calls.letGo()

  expect(events()).toMatchObject([
    { name: 'quiz_step_viewed', step_id: 'dominant-emotion' },
    { name: 'quiz_restarted', step_id: 'dominant-emotion', step_number: 16 },
  ])
})

test('a page that is left or put aside tells what it kept, and the library starts no sooner', () => {
  const fresh = (way: () => void) => {
    released = 0
    quiz('completed', 'welcome', 0)
    expect(calls.isHolding()).toBe(true)
    way()
    expect([calls.isHolding(), released]).toEqual([false, 1])
  }
  fresh(() => calls.letGo())
  fresh(() => quiz('left', 'gender', 1))
  fresh(() => calls.carryOut(call({ method: 'reset', args: [] })))
  fresh(() =>
    calls.carryOut({ ...call({ method: 'track', args: ['$pageview'] }), url: 'https://clearday.kz/about' }),
  )
})

test('one crash is one report, wherever it is met, and the next one is another', () => {
  calls.setClient(givenClient())
  const crash = (type: 'react_error_boundary' | 'console_error', ms: number) =>
    calls.carryOut({
      ...call({
        method: 'trackError',
        args: [{ type, message: 'x', stack: 'Error: x\n    at f (a.js:1:2)' }],
      }),
      at: new Date(at.getTime() + ms),
    })
  crash('react_error_boundary', 0)
  crash('console_error', 5)
  expect(events()).toMatchObject([{ error_type: 'react_error_boundary' }])
  crash('react_error_boundary', 5000)
  expect(events()).toHaveLength(2)
})

test('a visitor who wants not to be counted leaves nothing waiting', () => {
  calls.carryOut(call({ method: 'track', args: ['$pageview'] }))
  calls.carryOut(failure('one'))
  calls.forget()
  calls.setClient(givenClient())

  expect(told).toEqual([])
})
