import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { coverageTable, type Report, withTable } from './coverage-table.ts'

/** `npm run coverage -w @app/platform`: runs the suites on both databases and writes what passed into README.md. */
const root = join(import.meta.dirname, '../../..')
const readme = join(import.meta.dirname, '../README.md')
const suites = ['acceptance', 'src', 'test'].map((folder) => `packages/platform/${folder}`)
const folder = await mkdtemp(join(tmpdir(), 'coverage-'))
const reports: Record<string, Report> = {}
for (const [database, projects] of [
  ['PGlite', 'pglite*'],
  ['PostgreSQL', 'postgres*'],
] as const) {
  const file = join(folder, `${database}.json`)
  const options = ['--project', projects, '--reporter', 'json', '--outputFile', file]
  const { status } = spawnSync('npx', ['vitest', 'run', ...options, ...suites], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) process.exitCode = 1
  reports[database] = JSON.parse(await readFile(file, 'utf8')) as Report
}
await writeFile(readme, withTable(await readFile(readme, 'utf8'), coverageTable(reports)))
await rm(folder, { recursive: true })
