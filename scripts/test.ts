import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildWebIfStale } from './build-web.ts'
import {
  describeFailures,
  failedJourneys,
  failedUnitTests,
  type PlaywrightReport,
  type VitestReport,
} from './failed-tests.ts'
import { root, run } from './run.ts'

/**
 * Everything that must hold, in two lanes: what leads to a browser, and the suites. A lane stops at its first stage that
 * fails, the other goes on. One after the other: side by side on two cores each makes the other miss its time limits. The
 * last line is always `N passed, N failed`, counted from the runners' own reports, and what failed is named above it; a
 * journey that passed only when tried again has failed.
 */
const reports = mkdtempSync(path.join(tmpdir(), 'test-reports-'))
const vitestReport = path.join(reports, 'vitest.json')
const playwrightReport = path.join(reports, 'playwright.json')

type Stage = { name: string; passes: () => Promise<boolean> }

const suites: Stage[] = [{ name: 'unit and database suites', passes: vitestSucceeds }]
const browser: Stage[] = [
  { name: 'lint', passes: () => succeeds('biome', ['check', '.']) },
  { name: 'types', passes: () => succeeds('node', ['scripts/typecheck.ts']) },
  { name: 'web build', passes: () => buildWebIfStale().then(always, explain) },
  { name: 'byte budget', passes: () => succeeds('npm', ['run', '--silent', 'budget', '-w', '@app/web']) },
  { name: 'browser journeys', passes: journeysSucceed },
]

const ended: { name: string; seconds: number; passed: boolean }[] = []
await runLane(browser)
await runLane(suites)

const vitest = readReport<VitestReport>(vitestReport)
const playwright = readReport<PlaywrightReport>(playwrightReport)
rmSync(reports, { recursive: true, force: true })

const passed = (vitest?.numPassedTests ?? 0) + (playwright?.stats.expected ?? 0)
const failedTests =
  (vitest?.numFailedTests ?? 0) + (playwright?.stats.unexpected ?? 0) + (playwright?.stats.flaky ?? 0)
const isWhole = ended.every((stage) => stage.passed) && ended.length === suites.length + browser.length
// A stage may fail without a failing test: a lint error, a suite that cannot load, a missing browser.
const failed = isWhole ? failedTests : Math.max(1, failedTests)

console.log('')
for (const { name, seconds, passed } of ended) {
  console.log(`${String(seconds).padStart(5)} s  ${passed ? 'passed' : 'FAILED'}  ${name}`)
}
const failures = [
  ...(playwright ? failedJourneys(playwright) : []),
  ...(vitest ? failedUnitTests(vitest, root) : []),
]
if (failures.length > 0) console.log(`\n${describeFailures(failures)}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

async function runLane(stages: readonly Stage[]): Promise<void> {
  for (const { name, passes } of stages) {
    console.log(`── ${name}`)
    const startedAt = performance.now()
    const passed = await passes()
    ended.push({ name, passed, seconds: Math.round((performance.now() - startedAt) / 1000) })
    if (!passed) return
  }
}

async function succeeds(command: string, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  const { code, output } = await run(command, args, { env })
  if (output) console.error(output)
  return code === 0
}

function vitestSucceeds(): Promise<boolean> {
  return succeeds('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${vitestReport}`,
  ])
}

async function journeysSucceed(): Promise<boolean> {
  const exitedWell = await succeeds('playwright', ['test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
  })
  return exitedWell && readReport<PlaywrightReport>(playwrightReport)?.stats.flaky === 0
}

function readReport<T>(file: string): T | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : null
}

function always(): boolean {
  return true
}

function explain(error: Error): boolean {
  console.error(error.message)
  return false
}
