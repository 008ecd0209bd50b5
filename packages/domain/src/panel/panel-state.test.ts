import { expect, test } from 'vitest'
import { exportFileName, exportResults } from './export-results.ts'
import {
  countModified,
  emptyPanel,
  isModified,
  isRunning,
  latestResult,
  nextPanel,
  type PanelAction,
  type RecordedResult,
} from './panel-state.ts'

const after = (...actions: PanelAction[]) => actions.reduce(nextPanel, emptyPanel)

function buildResult(changes: Partial<RecordedResult> = {}): RecordedResult {
  const timestamp = '2026-11-21T09:00:00.000Z'
  return { test: 'apis/root', name: 'Корень API', success: true, message: 'Ответ 200', timestamp, ...changes }
}

test('an edited payload is modified until it is reset, even when it reads as before', () => {
  const edited = after(
    { type: 'edited', test: 'webhooks/payment', text: '{}' },
    { type: 'edited', test: 'webhooks/payment', text: '{"a":1}' },
    { type: 'edited', test: 'apis/checklist', text: '' },
  )

  expect([isModified(edited, 'webhooks/payment'), countModified(edited)]).toEqual([true, 2])
  const reset = nextPanel(edited, { type: 'reset', test: 'webhooks/payment' })
  expect([isModified(reset, 'webhooks/payment'), countModified(reset)]).toEqual([false, 1])
  expect(countModified(nextPanel(edited, { type: 'all_reset' }))).toBe(0)
})

test('a test runs until its result is recorded, the newest result first', () => {
  const running = after({ type: 'started', test: 'apis/root', name: 'Корень API' })
  const first = nextPanel(running, { type: 'finished', result: buildResult({ success: false }) })
  const second = nextPanel(first, { type: 'finished', result: buildResult() })

  expect(running.running).toEqual({ test: 'apis/root', name: 'Корень API' })
  expect([isRunning(running, 'apis/root'), isRunning(running, 'apis/ready')]).toEqual([true, false])
  expect(second.running).toBeNull()
  expect(second.results).toHaveLength(2)
  expect(latestResult(second, 'apis/root')?.success).toBe(true)
  expect(latestResult(second, 'apis/health')).toBeUndefined()
})

test('a test that was stopped has no result, and says so until it runs again', () => {
  const started = { type: 'started', test: 'apis/root', name: 'Корень API' } as const
  const stopped = after({ type: 'finished', result: buildResult() }, started, { type: 'stopped' })

  expect([stopped.running, stopped.stopped, stopped.results.length]).toEqual([null, 'apis/root', 1])
  expect(nextPanel(stopped, started).stopped).toBeNull()
  expect(nextPanel(stopped, { type: 'cleared' }).stopped).toBeNull()
})

test('clearing the results leaves the edits alone', () => {
  const state = after(
    { type: 'edited', test: 'apis/root', text: '{}' },
    { type: 'finished', result: buildResult() },
    { type: 'cleared' },
  )

  expect([state.results.length, countModified(state)]).toEqual([0, 1])
})

test('an export names its day and holds every result', () => {
  const now = new Date('2026-11-21T20:30:00.000Z')
  const state = after({ type: 'finished', result: buildResult({ data: { status: 'ok' } }) })

  expect(exportFileName(now)).toBe('admin-test-results-2026-11-21.json')
  expect(
    JSON.parse(exportResults(state, { now, environment: 'development', apiUrl: 'http://x/api' })),
  ).toEqual({
    exportedAt: '2026-11-21T20:30:00.000Z',
    environment: 'development',
    apiBaseUrl: 'http://x/api',
    modifiedPayloads: 0,
    results: [buildResult({ data: { status: 'ok' } })],
  })
})
