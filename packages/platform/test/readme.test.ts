import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { coverageTable, withTable } from '../coverage/coverage-table.ts'

const root = join(import.meta.dirname, '..')

it('exports what is there, by name', async () => {
  const { exports, bin } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  for (const path of [...Object.values<string>(exports), ...Object.values<string>(bin)]) {
    await expect(readFile(join(root, path), 'utf8')).resolves.not.toBe('')
  }
  expect(Object.keys(exports).filter((name) => name.includes('*'))).toEqual([])
})

it('the table of the README counts what ran, a column a database', async () => {
  const suite = (name: string, ...statuses: string[]) => ({
    name: `/anywhere/packages/platform/${name}`,
    assertionResults: statuses.map((status) => ({ status })),
  })
  const table = coverageTable({
    PGlite: { testResults: [suite('acceptance/rest.db.test.ts', 'passed', 'failed', 'pending')] },
    PostgreSQL: {
      testResults: [
        suite('acceptance/rest.db.test.ts', 'passed', 'passed'),
        suite('test/skipped.test.ts', 'pending'),
      ],
    },
  })
  expect(table.split('\n')).toEqual([
    '| service | suite           | PGlite | PostgreSQL |',
    '| ------- | --------------- | ------ | ---------- |',
    '| rest/v1 | acceptance/rest | 1 of 2 | 2 of 2     |',
  ])
  const readme =
    '<!-- coverage: made by `npm run coverage -w @app/platform` -->\n\nold\n\n<!-- /coverage -->\nrest'
  expect(withTable(readme, 'new')).toBe(readme.replace('old', 'new'))
})

it('the README has a row for every suite on a database', async () => {
  const readme = await readFile(join(root, 'README.md'), 'utf8')
  const suites = globSync('{acceptance,src,test}/**/*.{db,pg,slow}.test.ts', { cwd: root }).map((file) =>
    file.replace(/\.(db|pg|slow)\.test\.ts$/, ''),
  )
  expect(suites.length).toBeGreaterThan(40)
  expect(suites.filter((suite) => !readme.includes(`| ${suite} `))).toEqual([])
})
