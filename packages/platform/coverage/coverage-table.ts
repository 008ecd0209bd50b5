/** The used part of vitest's JSON report of a suite. */
export type Report = {
  testResults: readonly { name: string; assertionResults: readonly { status: string }[] }[]
}

/** A file's cases, on the databases by name. */
type Row = { area: string; suite: string; passed: Record<string, number>; all: Record<string, number> }

const areas: readonly [RegExp, string][] = [
  [/\brest\b/, 'rest/v1'],
  [/storage/, 'storage/v1'],
  [/realtime/, 'realtime/v1'],
  [/functions/, 'functions/v1'],
  [/auth|sign-in|accounts|sso|providers|web3/, 'auth/v1'],
]

/** A Markdown table of what passed, by area and suite, made from one report a database. A suite that did not run at all is not in it. */
export function coverageTable(reports: Readonly<Record<string, Report>>): string {
  const databases = Object.keys(reports)
  const rows = new Map<string, Row>()
  for (const [database, { testResults }] of Object.entries(reports)) {
    for (const { name, assertionResults } of testResults) {
      const ran = assertionResults.filter(({ status }) => status === 'passed' || status === 'failed')
      if (ran.length === 0) continue
      const row = rows.get(name) ?? newRow(name)
      row.passed[database] = ran.filter(({ status }) => status === 'passed').length
      row.all[database] = ran.length
      rows.set(name, row)
    }
  }
  const lines = [...rows.values()]
    .sort((a, b) => a.area.localeCompare(b.area) || a.suite.localeCompare(b.suite))
    .map(({ area, suite, passed, all }) => [
      area,
      suite,
      ...databases.map((name) => (all[name] === undefined ? '' : `${passed[name]} of ${all[name]}`)),
    ])
  return toMarkdown([['service', 'suite', ...databases], ...lines])
}

function newRow(path: string): Row {
  const suite = path.replace(/^.*packages\/platform\//, '').replace(/(\.db|\.pg|\.slow)?\.test\.ts$/, '')
  const area = areas.find(([pattern]) => pattern.test(suite))?.[1] ?? 'all of it'
  return { area, suite, passed: {}, all: {} }
}

function toMarkdown(rows: readonly (readonly string[])[]): string {
  const [head = []] = rows
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  const [first, ...rest] = rows.map(line)
  return [first, rule, ...rest].join('\n')
}

const begin = '<!-- coverage: made by `npm run coverage -w @app/platform` -->'
const end = '<!-- /coverage -->'

/** The README with the table in its place. Throws when it has none. */
export function withTable(readme: string, table: string): string {
  const [from, to] = [readme.indexOf(begin), readme.indexOf(end)]
  if (from < 0 || to < from) throw new Error('README.md has no place for the coverage table.')
  return `${readme.slice(0, from + begin.length)}\n\n${table}\n\n${readme.slice(to)}`
}
