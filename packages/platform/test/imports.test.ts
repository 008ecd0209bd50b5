import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

it('the platform, and what proves it, imports nothing of the product', () => {
  const files = globSync('{src,acceptance,test,testing}/**/*.ts', { cwd: root })
  expect(files.length).toBeGreaterThan(200)
  const importing = files.filter((file) => {
    const source = readFileSync(join(root, file), 'utf8')
    return /\b(?:from|import) ?\(?'(?:@app\/|(?:\.\.\/)+(?:apps|supabase|packages)\/)/.test(source)
  })
  expect(importing).toEqual([])
})

it('drives a server from outside without reaching into ours', () => {
  const suites = globSync('acceptance/*.test.ts', { cwd: root })
  expect(suites.length).toBeGreaterThan(4)
  const reaching = suites.filter((file) => /from '\.\.\/src\//.test(readFileSync(join(root, file), 'utf8')))
  expect(reaching).toEqual([])
})

it('serves what is optional only where it is named: no other file imports it', () => {
  const core = globSync('src/**/*.ts', { cwd: root }).filter(
    (file) => !/^src\/(optional|runner)\//.test(file),
  )
  expect(core.length).toBeGreaterThan(150)
  expect(globSync('src/optional/**/*.ts', { cwd: root }).length).toBeGreaterThan(20)
  const importing = core.filter((file) => /'[./]+\/optional\//.test(readFileSync(join(root, file), 'utf8')))
  expect(importing).toEqual([])
})

/** The files that a file runs before itself. What is imported for its types alone is gone by then. */
function importsOf(file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8')
  const statements = source.matchAll(/^(?:import|export) (?!type\b)(?:[\w$*{}\s,]+ from )?'(\.[^']+\.ts)'/gm)
  return [...statements].map(([, from = '']) => join(dirname(file), from))
}

/** The first ring of files that import each other, from its first file back to it; empty where there is none. */
function findRing(files: readonly string[]): string[] {
  const done = new Set<string>()
  const search = (file: string, way: readonly string[]): string[] => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file]
    if (done.has(file)) return []
    for (const imported of importsOf(file)) {
      const ring = search(imported, [...way, file])
      if (ring.length > 0) return ring
    }
    done.add(file)
    return []
  }
  for (const file of files) {
    const ring = search(file, [])
    if (ring.length > 0) return ring
  }
  return []
}

it('no file of the platform imports itself by way of others', () => {
  const files = globSync('src/**/*.ts', { cwd: root })
  expect(files.flatMap(importsOf).length).toBeGreaterThan(500)
  expect(findRing(files)).toEqual([])
})
