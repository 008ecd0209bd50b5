import { expect, test } from 'vitest'
import { slowestFiles } from './slowest-files.ts'

const suite = (name: string, seconds: number) => ({
  name: `/repo/${name}`,
  status: 'passed',
  message: '',
  startTime: 5_000,
  endTime: 5_000 + seconds * 1000,
  assertionResults: [],
})
const journey = (file: string, duration: number) => ({
  title: 'walks',
  file,
  line: 3,
  tests: [{ status: 'expected', results: [{ duration, errors: [], attachments: [] }] }],
})

test('the slowest files come first, a file of journeys with all of them, tried again or in groups', () => {
  const vitest = {
    numPassedTests: 2,
    numFailedTests: 0,
    testResults: [suite('apps/a.test.ts', 2), suite('apps/b.test.ts', 9)],
  }
  const playwright = {
    stats: { expected: 3, flaky: 0, unexpected: 0 },
    errors: [],
    suites: [
      {
        specs: [journey('quiz.spec.ts', 3_000)],
        suites: [{ specs: [journey('quiz.spec.ts', 2_500), journey('panel.spec.ts', 1_000)] }],
      },
    ],
  }
  expect(slowestFiles(vitest, playwright, '/repo')).toEqual([
    { file: 'apps/b.test.ts', seconds: 9 },
    { file: 'e2e/quiz.spec.ts', seconds: 5.5 },
    { file: 'apps/a.test.ts', seconds: 2 },
    { file: 'e2e/panel.spec.ts', seconds: 1 },
  ])
})

test('ten are named, and none where nothing ran', () => {
  const testResults = Array.from({ length: 12 }, (_, at) => suite(`${at}.test.ts`, at))
  const named = slowestFiles({ numPassedTests: 0, numFailedTests: 0, testResults }, null, '/repo')
  expect(named.map(({ seconds }) => seconds)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
  expect(slowestFiles(null, null, '/repo')).toEqual([])
})
