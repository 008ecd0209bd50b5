import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { root } from './run.ts'

/** Every import and re-export counts: of values, of types alone, and those that load later, `import()`. */
const imports = /\b(?:from|import) ?\(? ?'((?:\.|#web\/)[^'?]+)/g

function importsOf(file: string): string[] {
  const source = readFileSync(path.join(root, file), 'utf8')
  return [...source.matchAll(imports)].map(([, from = '']) =>
    from.startsWith('#web/')
      ? path.join('apps/web/src', from.slice('#web/'.length))
      : path.join(path.dirname(file), from),
  )
}

type Graph = ReadonlyMap<string, readonly string[]>

/** Returns the files of the first circle, from its first back to it; none where there is no circle. */
function findCircle(graph: Graph): string[] {
  const done = new Set<string>()
  const search = (file: string, way: readonly string[]): string[] => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file]
    if (done.has(file)) return []
    for (const imported of graph.get(file) ?? []) {
      const circle = search(imported, [...way, file])
      if (circle.length > 0) return circle
    }
    done.add(file)
    return []
  }
  for (const file of graph.keys()) {
    const circle = search(file, [])
    if (circle.length > 0) return circle
  }
  return []
}

it('finds a circle', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['b']],
  ])
  expect(findCircle(graph)).toEqual(['b', 'c', 'b'])
})

it.each([
  'apps/server',
  'apps/web',
  'packages/content',
  'packages/contracts',
  'packages/domain',
  'packages/platform',
  'packages/sandbox',
  'packages/testing',
])('no file of %s imports itself by way of others', (workspace) => {
  const files = globSync(`${workspace}/src/**/*.{ts,tsx}`, { cwd: root })
  const graph = new Map(files.map((file) => [file, importsOf(file)]))
  expect([...graph.values()].flat().filter((file) => graph.has(file))).not.toEqual([])
  expect(findCircle(graph)).toEqual([])
})
