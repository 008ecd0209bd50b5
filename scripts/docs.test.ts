import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './run.ts'

const maxWords = 600
const maxTitleWords = 8
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean)

const index = 'docs/decisions/README.md'
const decisions = globSync('docs/decisions/*.md', { cwd: root }).filter((file) => file !== index)
const documents = [...globSync('docs/**/*.md', { cwd: root }), 'README.md', 'packages/platform/README.md']

describe.each(decisions)('%s', (file) => {
  const text = read(file)
  const titles = text.match(/^# .+$/gm) ?? []

  it('is titled by one decision', () => {
    expect(titles).toEqual([expect.stringMatching(/^# We use /)])
    expect(wordsOf(titles[0] ?? '').length - 1).toBeLessThanOrEqual(maxTitleWords)
  })

  it('has its four parts, and can be read in one go', () => {
    expect(text.match(/^## .+$/gm)).toEqual(['## Context', '## Decision', '## Rejected', '## Revisit'])
    expect(wordsOf(text).length).toBeLessThanOrEqual(maxWords)
  })

  it('is in the index under its title', () => {
    const rows = read(index)
      .split('\n')
      .filter((row) => row.includes(`(${path.basename(file)})`))
    expect(rows).toEqual([expect.stringContaining(titles[0]?.slice(2) ?? '')])
  })
})

describe.each(documents)('%s', (file) => {
  it('links to what is there', () => {
    const links = [...read(file).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(
      ([, link = '']) => link,
    )
    const lost = links.filter((link) => !existsSync(path.join(root, path.dirname(file), link)))
    expect(lost).toEqual([])
  })

  it('names files and folders that are there', () => {
    const named = [...read(file).matchAll(/`((?:apps|packages|supabase|scripts|e2e|bench|docs)\/[\w./-]+)`/g)]
    const lost = named.map(([, name = '']) => name).filter((name) => !existsSync(path.join(root, name)))
    expect(lost).toEqual([])
  })
})

describe('docs/architecture.md', () => {
  const sections = read('docs/architecture.md')
    .split(/^## /m)
    .filter((section) => /^`(?:apps|packages)\//.test(section))
    .map((section) => {
      const home = section.slice(1, section.indexOf('`', 1))
      const rows = [...section.matchAll(/^\| `([^`]+)`/gm)].map(([, folder = '']) => folder)
      return { home, folders: rows.map((row) => folderOf(home, row)) }
    })

  it.each(sections)('names only folders of $home that are there', ({ folders }) => {
    expect(folders.filter((folder) => !existsSync(path.join(root, folder)))).toEqual([])
  })

  it.each(sections)('names every folder of $home', ({ home, folders }) => {
    const holding = globSync(`${home}/src/*/**/*.{ts,tsx}`, { cwd: root }).map(path.dirname)
    const isBelow = (folder: string, other: string) => folder.startsWith(`${other}/`)
    // A folder that is told part by part does not stand for a part that is new.
    const whole = folders.filter((folder) => !folders.some((other) => isBelow(other, folder)))
    const isTold = (folder: string) => folders.includes(folder) || whole.some((told) => isBelow(folder, told))
    expect(new Set(holding.filter((folder) => !isTold(folder)))).toEqual(new Set())
  })

  it('has a section for every package', () => {
    const packages = globSync('{apps,packages}/*/package.json', { cwd: root }).map(path.dirname)
    expect(sections.map(({ home }) => home).sort()).toEqual(packages.sort())
  })
})

/** A row names a folder of the sources, or one beside them. */
function folderOf(home: string, row: string): string {
  return [`${home}/src/${row}`, `${home}/${row}`].find((folder) => existsSync(path.join(root, folder))) ?? row
}

it('the code names decisions by their pages', () => {
  const sources = globSync(
    ['{apps,packages,supabase,scripts,e2e,bench}/**/*.{ts,tsx,sql}', '*.ts', 'Dockerfile'],
    {
      cwd: root,
      exclude: (name) => ['node_modules', 'dist'].includes(path.basename(name)),
    },
  )
  const lost = sources.flatMap((file) =>
    [...read(file).matchAll(/docs\/decisions\/[\w-]+(?:\.md)?|\bdecisions? 0\d{3}\b/g)]
      .filter(([page]) => !existsSync(path.join(root, page)))
      .map(([page]) => `${file}: ${page}`),
  )
  expect(sources.length).toBeGreaterThan(1000)
  expect(lost).toEqual([])
})
