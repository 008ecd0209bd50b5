import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** What is read of a report of `vitest --reporter=json`. */
export type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    message: string
    startTime: number
    endTime: number
    assertionResults: { fullName: string; status: string; failureMessages: string[] | null }[]
  }[]
}

/** What is read of a report of `playwright --reporter=json`. */
export type PlaywrightReport = {
  stats: { expected: number; flaky: number; unexpected: number }
  suites: PlaywrightSuite[]
  errors: { message?: string }[]
}

type PlaywrightSuite = { specs: PlaywrightSpec[]; suites?: PlaywrightSuite[] }
type PlaywrightSpec = {
  title: string
  file: string
  line: number
  tests: { status: string; results: { duration: number; errors: { message?: string }[] }[] }[]
}

/** One test that failed or had to be tried again, and why. */
export type FailedTest = { file: string; title: string; error: string }

/** The failed tests of a run of vitest, and the files of which no test could run. */
export function failedUnitTests({ testResults }: VitestReport, root: string): FailedTest[] {
  return testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const file = path.relative(root, name)
      const failed = assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => ({
          file,
          title: fullName,
          error: (failureMessages ?? []).join('\n'),
        }))
      return failed.length > 0 ? failed : [{ file, title: 'the file as a whole', error: message }]
    })
}

/** The failed and the flaky journeys of a run of playwright, and what kept it from running any. */
export function failedJourneys({ suites, errors }: PlaywrightReport): FailedTest[] {
  const failed = suites.flatMap(specsOf).flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, results }) => ({
        file: `e2e/${file}:${line}`,
        title: status === 'flaky' ? `${title} (flaky)` : title,
        error: results.flatMap((result) => result.errors.map(({ message = '' }) => message)).join('\n'),
      })),
  )
  const apart = errors.map(({ message = '' }) => ({
    file: 'e2e',
    title: 'outside of any test',
    error: message,
  }))
  return [...failed, ...apart]
}

const mostTests = 40
const mostLines = 4
const widest = 200

/** Short enough to be read where only the end of a log is kept: names, and the first lines of each error. */
export function describeFailures(failed: readonly FailedTest[]): string {
  const shown = failed.slice(0, mostTests).map(({ file, title, error }) => {
    const lines = stripVTControlCharacters(error)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line && !line.startsWith('at '))
      .slice(0, mostLines)
      .map((line) => `    ${line.slice(0, widest)}`)
    return [`✘ ${file} › ${title}`, ...lines].join('\n')
  })
  const more = failed.length - shown.length
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('\n')
}

/** What a suite holds, however deep its groups. */
export function specsOf({ specs, suites = [] }: PlaywrightSuite): PlaywrightSpec[] {
  return [...specs, ...suites.flatMap(specsOf)]
}
