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
  tests: { status: string; results: PlaywrightResult[] }[]
}
type PlaywrightResult = {
  duration: number
  errors: { message?: string }[]
  attachments: { name: string; path?: string }[]
}

/**
 * One test that failed or had to be tried again, and why; `screen` is what its page held by then, as a screen reader finds it: invented people
 * on a server that is thrown away.
 */
export type FailedTest = { file: string; title: string; errors: string[]; screen?: string }

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
          errors: failureMessages ?? [],
        }))
      return failed.length > 0 ? failed : [{ file, title: 'the file as a whole', errors: [message] }]
    })
}

/**
 * The failed and the flaky journeys of a run of playwright, and what kept it from running any. `readText` reads what playwright
 * wrote of a failure beside its report, null for a file that is not there.
 */
export function failedJourneys(
  { suites, errors }: PlaywrightReport,
  readText: (file: string) => string | null,
): FailedTest[] {
  const failed = suites.flatMap(specsOf).flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, results }) => ({
        file: `e2e/${file}:${line}`,
        title: status === 'flaky' ? `${title} (flaky)` : title,
        errors: results.flatMap((result) => result.errors.map(({ message = '' }) => message)),
        screen: results.map((result) => screenOf(result, readText)).find(Boolean) ?? '',
      })),
  )
  const apart = errors.map(({ message = '' }) => ({
    file: 'e2e',
    title: 'outside of any test',
    errors: [message],
  }))
  return [...failed, ...apart]
}

/** The page in playwright's own account of a failure, which shows what an error is about as well: the longest of them is the page. */
function screenOf({ attachments }: PlaywrightResult, readText: (file: string) => string | null): string {
  const file = attachments.find(({ name }) => name === 'error-context')?.path
  const account = file ? readText(file) : null
  const snapshots = [...(account ?? '').matchAll(/^```yaml\n(.*?)\n```$/gms)].map(([, text = '']) => text)
  return snapshots.toSorted((one, other) => other.length - one.length)[0] ?? ''
}

const maxTests = 40
const maxErrors = 3
const maxLines = 6
/** Of the first failures alone: what fails together shows the same. */
const maxScreens = 3
const maxScreenLines = 50
const widest = 200

/** Short enough to be read where only the end of a log is kept: names, the first lines of each error, and the page of the first few. */
export function describeFailures(failed: readonly FailedTest[]): string {
  const shown = failed.slice(0, maxTests).map(({ file, title, errors, screen }, at) => {
    const lines = errors.slice(0, maxErrors).flatMap(firstLines)
    const seen = at < maxScreens && screen ? screenLines(screen) : []
    return [`✘ ${file} › ${title}`, ...lines, ...seen].join('\n')
  })
  const more = failed.length - shown.length
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('\n')
}

function firstLines(error: string): string[] {
  return stripVTControlCharacters(error)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('at '))
    .slice(0, maxLines)
    .map((line) => `    ${line.slice(0, widest)}`)
}

function screenLines(screen: string): string[] {
  return screen
    .split('\n')
    .filter((line) => !/^\s*- \/url: /.test(line))
    .slice(0, maxScreenLines)
    .map((line) => `    | ${line.slice(0, widest)}`)
}

/** Lists the tests of a suite, however deep its groups. */
export function specsOf({ specs, suites = [] }: PlaywrightSuite): PlaywrightSpec[] {
  return [...specs, ...suites.flatMap(specsOf)]
}
