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
 * Runs the tests, one stage after another, because suites and journeys each use the whole machine. `npm test` runs `core`, every page
 * once and every suite but the slow ones; `rest` runs the suites and journeys that `core` leaves out; `npm run test:all` runs both.
 * A failed stage stops only the stages that need it. The last line is always `N passed, N failed`, counted from the runners' reports;
 * a journey that passed only in its second attempt counts as failed.
 */
const parts = {
  core: { checks: true, projects: ['unit', 'pglite', 'postgres'], journeys: ['core'] },
  rest: { checks: false, projects: ['pglite-rest', 'postgres-rest'], journeys: ['rest'] },
  all: {
    checks: true,
    projects: ['unit', 'pglite', 'postgres', 'pglite-rest', 'postgres-rest'],
    journeys: ['core', 'rest'],
  },
}
const part = parts[readPart(process.argv[2] ?? 'core')]

const reports = mkdtempSync(path.join(tmpdir(), 'test-reports-'))
const vitestReport = path.join(reports, 'vitest.json')
const playwrightReport = path.join(reports, 'playwright.json')
// What one process has compiled the next one takes: servers are started dozens of times.
process.env.NODE_COMPILE_CACHE ??= path.join(reports, 'compiled')

type Stage = { name: string; needs?: string; passes: () => Promise<boolean> }

// The quickest stages come first.
const checks: Stage[] = [
  { name: 'lint', passes: () => succeeds('npm', ['run', '--silent', 'lint']) },
  { name: 'types', passes: () => succeeds('node', ['scripts/typecheck.ts']) },
  {
    name: 'byte budget',
    needs: 'web build',
    passes: () => succeeds('npm', ['run', '--silent', 'budget', '-w', '@app/web']),
  },
  {
    name: 'oldest browsers',
    needs: 'web build',
    passes: () => succeeds('npm', ['run', '--silent', 'floor', '-w', '@app/web']),
  },
]
const stages: Stage[] = [
  { name: 'web build', passes: () => buildWebIfStale().then(always, explain) },
  ...(part.checks ? checks : []),
  { name: 'unit and database suites', passes: vitestSucceeds },
  { name: 'browser journeys', needs: 'web build', passes: journeysSucceed },
]

const ended: { name: string; seconds: number; passed: boolean }[] = []
const startedAt = performance.now()
for (const stage of stages) {
  const isOfUse = !stage.needs || ended.some(({ name, passed }) => name === stage.needs && passed)
  if (isOfUse) await runStage(stage)
}
const seconds = secondsSince(startedAt)

const vitest = readReport<VitestReport>(vitestReport)
const playwright = readReport<PlaywrightReport>(playwrightReport)
rmSync(reports, { recursive: true, force: true })

const passed = (vitest?.numPassedTests ?? 0) + (playwright?.stats.expected ?? 0)
const failedTests =
  (vitest?.numFailedTests ?? 0) + (playwright?.stats.unexpected ?? 0) + (playwright?.stats.flaky ?? 0)
const isWhole = ended.every((stage) => stage.passed) && ended.length === stages.length
// A stage may fail without a failing test: a lint error, a suite that cannot load, a missing browser.
const failed = isWhole ? failedTests : Math.max(1, failedTests)

console.log('')
for (const { name, seconds, passed } of ended) {
  console.log(`${String(seconds).padStart(5)} s  ${passed ? 'passed' : 'FAILED'}  ${name}`)
}
for (const { name, needs } of stages) {
  if (!ended.some((stage) => stage.name === name))
    console.log(`     -  skipped  ${name}, for want of the ${needs}`)
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

function readPart(name: string): keyof typeof parts {
  if (name === 'core' || name === 'rest' || name === 'all') return name
  throw new Error(`npm test runs core, rest or all, not ${name}.`)
}

async function runStage({ name, passes }: Stage): Promise<void> {
  console.log(`── ${name}`)
  const startedAt = performance.now()
  const passed = await passes()
  ended.push({ name, passed, seconds: secondsSince(startedAt) })
}

async function succeeds(
  command: string,
  args: string[],
  options: { env?: Record<string, string> } = {},
): Promise<boolean> {
  const { code, output } = await run(command, args, options)
  if (output) console.error(output)
  return code === 0
}

function vitestSucceeds(): Promise<boolean> {
  const report = ['--reporter=json', `--outputFile.json=${vitestReport}`]
  const projects = part.projects.map((name) => `--project=${name}`)
  return succeeds('vitest', ['run', '--reporter=default', ...projects, ...report])
}

async function journeysSucceed(): Promise<boolean> {
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport }
  const projects = part.journeys.map((name) => `--project=${name}`)
  const exitedWell = await succeeds('playwright', ['test', '--reporter=list,json', ...projects], { env })
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
