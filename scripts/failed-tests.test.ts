import { expect, test } from 'vitest'
import { describeFailures, failedJourneys, failedUnitTests } from './failed-tests.ts'

const passed = { fullName: 'leads are kept', status: 'passed', failureMessages: [] }
const refused = {
  fullName: 'leads > are kept once',
  status: 'failed',
  failureMessages: ['AssertionError: expected 2 to be 1\n    at leads.test.ts:7:3'],
}

test('a failed unit test is named with its file, and a file that cannot load by itself', () => {
  const times = { startTime: 0, endTime: 1 }
  const report = {
    numPassedTests: 1,
    numFailedTests: 1,
    testResults: [
      {
        name: '/repo/apps/a.test.ts',
        status: 'failed',
        message: '',
        ...times,
        assertionResults: [passed, refused],
      },
      {
        name: '/repo/apps/b.test.ts',
        status: 'failed',
        message: 'no such module',
        ...times,
        assertionResults: [],
      },
      { name: '/repo/apps/c.test.ts', status: 'passed', message: '', ...times, assertionResults: [passed] },
    ],
  }
  expect(failedUnitTests(report, '/repo')).toEqual([
    { file: 'apps/a.test.ts', title: 'leads > are kept once', errors: refused.failureMessages },
    { file: 'apps/b.test.ts', title: 'the file as a whole', errors: ['no such module'] },
  ])
})

test('a journey that failed or passed only when tried again is named, however deep its group', () => {
  const result = (message?: string) => ({
    duration: 1,
    errors: message ? [{ message }] : [],
    attachments: message ? [{ name: 'error-context', path: `${message}.md` }] : [],
  })
  const spec = (title: string, status: string, results: ReturnType<typeof result>[]) => ({
    title,
    file: 'quiz.spec.ts',
    line: 3,
    tests: [{ status, results }],
  })
  const report = {
    stats: { expected: 1, flaky: 1, unexpected: 1 },
    errors: [{ message: 'the server did not start' }],
    suites: [
      {
        specs: [spec('walks', 'expected', [result()]), spec('falls', 'unexpected', [result('timed out')])],
        suites: [{ specs: [spec('stumbles', 'flaky', [result('not visible'), result()])] }],
      },
    ],
  }
  const accounts: Record<string, string> = {
    'timed out.md':
      '# Error details\n\n```\nError: x\n```\n\n```yaml\n- main:\n  - button "Войти"\n```\n\n# Test source\n',
  }
  expect(failedJourneys(report, (file) => accounts[file] ?? null)).toEqual([
    {
      file: 'e2e/quiz.spec.ts:3',
      title: 'falls',
      errors: ['timed out'],
      screen: '- main:\n  - button "Войти"',
    },
    { file: 'e2e/quiz.spec.ts:3', title: 'stumbles (flaky)', errors: ['not visible'], screen: '' },
    { file: 'e2e', title: 'outside of any test', errors: ['the server did not start'] },
  ])
})

test('each error is told by its first lines, without colours and stacks', () => {
  const error =
    '\u001b[31mError: not visible\u001b[39m\n\n    at quiz.ts:1:2\nExpected: 1\nReceived: 2\nLog:\nmore'
  expect(
    describeFailures([{ file: 'a.ts', title: 'falls', errors: [error, 'Error: a line in the console'] }]),
  ).toBe(
    '✘ a.ts › falls\n    Error: not visible\n    Expected: 1\n    Received: 2\n    Log:\n    Error: a line in the console',
  )
})

test('the first failures show what the page held, without its addresses', () => {
  const screen = '- link "Тест":\n  - /url: /\n- dialog'
  const failed = Array.from({ length: 4 }, (_, at) => ({ file: 'a.ts', title: `${at}`, errors: [], screen }))
  expect(describeFailures(failed).split('\n').slice(-4)).toEqual([
    '✘ a.ts › 2',
    '    | - link "Тест":',
    '    | - dialog',
    '✘ a.ts › 3',
  ])
})

test('of very many failures the first are told and the rest counted', () => {
  const failed = Array.from({ length: 43 }, (_, at) => ({ file: 'a.ts', title: `${at}`, errors: [] }))
  const lines = describeFailures(failed).split('\n')
  expect([lines.length, lines[39], lines[40]]).toEqual([41, '✘ a.ts › 39', 'and 3 more'])
})
