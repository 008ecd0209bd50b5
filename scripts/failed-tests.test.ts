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

const fence = (text: string, language = '') => `\`\`\`${language}\n${text}\n\`\`\``
const yaml = (text: string) => fence(text, 'yaml')

test('a journey that failed or passed only when tried again is named, however deep its group', () => {
  const result = (message?: string) => ({
    duration: 1,
    errors: message ? [{ message }] : [],
    attachments: message
      ? [
          { name: 'screenshot', path: 'a picture' },
          { name: 'error-context', path: `${message}.md` },
        ]
      : [],
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
        specs: [
          spec('walks', 'expected', [result()]),
          spec('rests', 'skipped', []),
          spec('falls', 'unexpected', [result('timed out')]),
        ],
        suites: [{ specs: [spec('stumbles', 'flaky', [result('not visible'), result()])] }],
      },
    ],
  }
  const accounts: Record<string, string> = {
    'timed out.md': `# Error details\n\n${fence('Error: x')}\n\n${yaml('- button "Войти"')}\n\n${yaml('- main:\n  - button "Войти"')}\n\n${fence('the test')}\n`,
    'a picture': yaml('- a picture that is read as text, and is longer than any of the pages'),
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
  const error = '\u001b[31mError: not visible\u001b[39m\n\n    at quiz.ts:1:2\n1\n2\n3\n4\n5\nmore'
  const others = ['Error: a line in the console', 'third', 'fourth']
  expect(
    describeFailures([{ file: 'a.ts', title: 'falls', errors: [error, ...others] }]).split('\n'),
  ).toEqual([
    '✘ a.ts › falls',
    '    Error: not visible',
    ...['1', '2', '3', '4', '5'].map((line) => `    ${line}`),
    '    Error: a line in the console',
    '    third',
  ])
})

test('a page is told by as much of it as can be read', () => {
  const screen = [
    `- text: ${'я'.repeat(500)}`,
    ...Array.from({ length: 90 }, (_, at) => `- text: ${at}`),
  ].join('\n')
  const lines = describeFailures([{ file: 'a.ts', title: 'falls', errors: [], screen }]).split('\n')
  expect([lines.length, lines[1]?.length, lines.at(-1)]).toEqual([51, 206, '    | - text: 48'])
})

test('the first failures show what the page held, without its addresses', () => {
  const screen = '- link "Тест":\n  - /url: /\n- text: a word - /url: and more'
  const failed = Array.from({ length: 4 }, (_, at) => ({ file: 'a.ts', title: `${at}`, errors: [], screen }))
  expect(describeFailures(failed).split('\n').slice(-4)).toEqual([
    '✘ a.ts › 2',
    '    | - link "Тест":',
    '    | - text: a word - /url: and more',
    '✘ a.ts › 3',
  ])
})

test('of very many failures the first are told and the rest counted', () => {
  const failed = Array.from({ length: 43 }, (_, at) => ({ file: 'a.ts', title: `${at}`, errors: [] }))
  const lines = describeFailures(failed).split('\n')
  expect([lines.length, lines[39], lines[40]]).toEqual([41, '✘ a.ts › 39', 'and 3 more'])
})
