import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildWebIfStale } from './build-web.ts'
import { run } from './run.ts'

/**
 * Everything that must hold, in the order of what fails soonest. Stops at the first stage that fails; the last
 * line is always `N passed, N failed`, counted from the runners' own reports.
 */
const reports = mkdtempSync(path.join(tmpdir(), 'test-reports-'))
const vitestReport = path.join(reports, 'vitest.json')
const playwrightReport = path.join(reports, 'playwright.json')

const stages: [name: string, run: () => Promise<boolean>][] = [
  ['lint', () => succeeds('biome', ['check', '.'])],
  ['types', () => succeeds('node', ['scripts/typecheck.ts'])],
  ['unit and database suites', vitestSucceeds],
  ['web build', () => buildWebIfStale().then(always, explain)],
  ['byte budget', () => succeeds('npm', ['run', '--silent', 'budget', '-w', '@app/web'])],
  [
    'browser journeys',
    () =>
      succeeds('playwright', ['test', '--reporter=list,json'], {
        PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
      }),
  ],
]

let failedStage: string | null = null
for (const [name, runStage] of stages) {
  console.log(`\n── ${name}`)
  if (!(await runStage())) {
    failedStage = name
    break
  }
}

const vitest = readReport<{ numPassedTests: number; numFailedTests: number }>(vitestReport)
const playwright = readReport<{ stats: { expected: number; flaky: number; unexpected: number } }>(
  playwrightReport,
)
rmSync(reports, { recursive: true, force: true })

const passed =
  (vitest?.numPassedTests ?? 0) + (playwright?.stats.expected ?? 0) + (playwright?.stats.flaky ?? 0)
const failedTests = (vitest?.numFailedTests ?? 0) + (playwright?.stats.unexpected ?? 0)
// A stage may fail without a failing test: a lint error, a suite that cannot load, a missing browser.
const failed = failedStage === null ? failedTests : Math.max(1, failedTests)

if (failedStage) console.error(`\nStopped: the stage "${failedStage}" failed.`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

async function succeeds(command: string, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  const { code, output } = await run(command, args, { env })
  if (output) console.error(output)
  return code === 0
}

/** Asks the report, not the exit code: the test database's own exit hook ends the runner with 0 whatever failed. */
async function vitestSucceeds(): Promise<boolean> {
  const exitedWell = await succeeds('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${vitestReport}`,
  ])
  return exitedWell && readReport<{ success: boolean }>(vitestReport)?.success === true
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
