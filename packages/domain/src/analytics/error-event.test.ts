import { expect, test } from 'vitest'
import { isFailedResource, storeError, toErrorEvent, toErrorReport } from './error-event.ts'
import { analyticsErrorSchema } from './error-event-schema.ts'

const at = new Date('2026-11-21T05:00:00Z')
const report = toErrorReport(
  {
    type: 'global_error',
    message: 'No answer «Часто»',
    stack: 'Error: x\n    at f (https://clearday.kz/i.js:1:2)',
  },
  { url: 'https://clearday.kz/profile?data=1', userAgent: 'Chrome', at },
)

test('a report has the fields of the specification, redacted', () => {
  expect(analyticsErrorSchema.parse(report)).toEqual({
    error_type: 'global_error',
    message: 'No answer "…"',
    stack: 'Error: x\n    at f (https://clearday.kz/i.js:1:2)',
    url: 'https://clearday.kz/profile',
    user_agent: 'Chrome',
    timestamp: '2026-11-21T05:00:00.000Z',
    environment: 'production',
    version: 'unknown',
  })
})

test('the hundred and first report drops the oldest', () => {
  let waiting: ReturnType<typeof storeError> = []
  for (let n = 1; n <= 101; n++) waiting = storeError(waiting, { ...report, message: `error ${n}` }, at)

  expect(waiting).toHaveLength(100)
  expect(waiting[0]?.message).toBe('error 2')
  expect(waiting.at(-1)).toMatchObject({ message: 'error 101', stored_at: '2026-11-21T05:00:00.000Z' })
})

test('a failed query is an event of its own, with its key', () => {
  const { name, properties } = toErrorEvent({
    ...report,
    error_type: 'unhandled_query_error',
    query_key: 'leads/latest',
  })

  expect(name).toBe('unhandled_query_error')
  expect(properties).toMatchObject({ query_key: 'leads/latest', url: 'https://clearday.kz/profile' })
  expect(properties).not.toHaveProperty('error_type')
  expect(toErrorEvent(report)).toEqual({ name: 'error_occurred', properties: report })
})

test.each([
  [{ transferSize: 0, decodedBodySize: 0, duration: 5001 }, true],
  [{ transferSize: 0, decodedBodySize: 0, duration: 5000 }, false],
  [{ transferSize: 0, decodedBodySize: 900, duration: 9000 }, false],
  [{ transferSize: 300, decodedBodySize: 0, duration: 9000 }, false],
])('a resource with %o is lost: %s', (entry, lost) => {
  expect(isFailedResource(entry)).toBe(lost)
})
