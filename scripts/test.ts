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
import { slowestFiles } from './slowest-files.ts'

/**
 * Everything that must hold, in two lanes side by side: what leads to a browser, and the rest. A journey waits for half of its
 * time, which leaves a core to the rest; and what it sees is held against the clock, so that the rest gives way to it. A lane
 * goes on with what does not need the stage that failed. The last line is always `N passed, N failed`, counted from the
 * runners' own reports, and what failed is named above it; a journey that passed only when tried again has failed.
 */
const reports = mkdtempSync(path.join(tmpdir(), 'test-reports-'))
const vitestReport = path.join(reports, 'vitest.json')
const playwrightReport = path.join(reports, 'playwright.json')
// What one process has compiled the next one takes: servers are started dozens of times.
process.env.NODE_COMPILE_CACHE ??= path.join(reports, 'compiled')

const givingWay = { nice: 10 }

type Stage = { name: string; passes: () => Promise<boolean> }

/** Each stage needs the one before. */
const browser: Stage[] = [
  { name: 'web build', passes: () => buildWebIfStale().then(always, explain) },
  { name: 'byte budget', passes: () => succeeds('npm', ['run', '--silent', 'budget', '-w', '@app/web']) },
  { name: 'browser journeys', passes: journeysSucceed },
]
/** None needs another. */
const rest: Stage[] = [
  { name: 'lint', passes: () => succeeds('biome', ['check', '.'], givingWay) },
  { name: 'types', passes: () => succeeds('node', ['scripts/typecheck.ts'], givingWay) },
  { name: 'unit and database suites', passes: vitestSucceeds },
]

const ended: { name: string; seconds: number; passed: boolean }[] = []
const startedAt = performance.now()
await Promise.all([runWhilePassing(browser), runAll(rest)])
const seconds = secondsSince(startedAt)

const vitest = readReport<VitestReport>(vitestReport)
const playwright = readReport<PlaywrightReport>(playwrightReport)
rmSync(reports, { recursive: true, force: true })

const passed = (vitest?.numPassedTests ?? 0) + (playwright?.stats.expected ?? 0)
const failedTests =
  (vitest?.numFailedTests ?? 0) + (playwright?.stats.unexpected ?? 0) + (playwright?.stats.flaky ?? 0)
const isWhole = ended.every((stage) => stage.passed) && ended.length === browser.length + rest.length
// A stage may fail without a failing test: a lint error, a suite that cannot load, a missing browser.
const failed = isWhole ? failedTests : Math.max(1, failedTests)

console.log('')
for (const { name, seconds, passed } of ended) {
  console.log(`${String(seconds).padStart(5)} s  ${passed ? 'passed' : 'FAILED'}  ${name}`)
}
console.log(`${String(seconds).padStart(5)} s  in all\n\nThe slowest files:`)
for (const { file, seconds } of slowestFiles(vitest, playwright, root)) {
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`)
}
const failures = [
  ...(playwright ? failedJourneys(playwright, readText) : []),
  ...(vitest ? failedUnitTests(vitest, root) : []),
]
if (failures.length > 0) console.log(`\n${describeFailures(failures)}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

async function runWhilePassing(stages: readonly Stage[]): Promise<void> {
  for (const stage of stages) {
    if (!(await runStage(stage))) return
  }
}

async function runAll(stages: readonly Stage[]): Promise<void> {
  for (const stage of stages) await runStage(stage)
}

async function runStage({ name, passes }: Stage): Promise<boolean> {
  console.log(`── ${name}`)
  const startedAt = performance.now()
  const passed = await passes()
  ended.push({ name, passed, seconds: secondsSince(startedAt) })
  return passed
}

async function succeeds(
  command: string,
  args: string[],
  options: { env?: Record<string, string>; nice?: number } = {},
): Promise<boolean> {
  const { code, output } = await run(command, args, options)
  if (output) console.error(output)
  return code === 0
}

function vitestSucceeds(): Promise<boolean> {
  const report = ['--reporter=json', `--outputFile.json=${vitestReport}`]
  return succeeds('vitest', ['run', '--reporter=default', ...report], givingWay)
}

async function journeysSucceed(): Promise<boolean> {
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport }
  const exitedWell = await succeeds('playwright', ['test', '--reporter=list,json'], { env })
  return exitedWell && readReport<PlaywrightReport>(playwrightReport)?.stats.flaky === 0
}

function secondsSince(startedAt: number): number {
  return Math.round((performance.now() - startedAt) / 1000)
}

function readReport<T>(file: string): T | null {
  const text = readText(file)
  return text === null ? null : (JSON.parse(text) as T)
}

function readText(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

function always(): boolean {
  return true
}

function explain(error: Error): boolean {
  console.error(error.message)
  return false
}
