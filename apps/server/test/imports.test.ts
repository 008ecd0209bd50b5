import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

/** What a file imports of the server's own, types included, by its path below `src`. */
type Sources = Readonly<Record<string, readonly string[]>>

const src = path.join(import.meta.dirname, '../src')

/** What every context stands on, and what stands on none. */
const ground = ['config', 'http', 'jobs', 'services']

const contextOf = (file: string) => (file === 'config.ts' ? 'config' : (file.split('/', 1)[0] ?? file))
const isRoot = (file: string) => !file.includes('/') && file !== 'config.ts'
const isModule = (file: string) => file.endsWith('/module.ts')

function readSources(): Sources {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  return Object.fromEntries(files.map((file) => [file, importsOf(file)]))
}

/** Also what is only a type, or loaded when it is needed; what a comment or text says is none. */
function importsOf(file: string): string[] {
  const text = readFileSync(path.join(src, file), 'utf8')
  const specifiers = text.matchAll(/(?:^(?:import|export)\b[^'"]*|\bimport\(\s*)['"](\.{1,2}\/[^'"]+)['"]/gm)
  return [...specifiers].map(([, specifier = '']) =>
    path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier)),
  )
}

/** The circles of contexts that import each other, each told by the imports that close it. */
function findCircles(sources: Sources): string[] {
  const arrows = Object.entries(sources).flatMap(([file, imports]) =>
    imports
      .filter((imported) => contextOf(imported) !== contextOf(file))
      .map((imported) => ({ from: contextOf(file), to: contextOf(imported), file, imported })),
  )
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    arrows.some((arrow) => {
      if (arrow.from !== from || seen.has(arrow.to)) return false
      seen.add(arrow.to)
      return arrow.to === to || reaches(arrow.to, to, seen)
    })
  return arrows
    .filter(({ from, to }) => reaches(to, from))
    .map(({ file, imported }) => `${file} imports ${imported}`)
}

/** Imports that point up: at what composes the contexts, at another context's module, or from the ground at a context. */
function findUpward(sources: Sources): string[] {
  return Object.entries(sources).flatMap(([file, imports]) =>
    imports
      .filter((imported) => {
        if (isRoot(file) || contextOf(imported) === contextOf(file)) return false
        const isAboveGround = ground.includes(contextOf(file)) && !ground.includes(contextOf(imported))
        return isRoot(imported) || isModule(imported) || isAboveGround
      })
      .map((imported) => `${file} imports ${imported}`),
  )
}

describe('the imports of the server', () => {
  const sources = readSources()

  test('are read: the list of contexts imports every module', () => {
    const modules = Object.keys(sources).filter(isModule)
    expect(modules.length).toBeGreaterThan(10)
    expect(sources['app.ts']).toEqual(expect.arrayContaining(modules))
  })
  test('make no circle of contexts', () => {
    expect(findCircles(sources)).toEqual([])
  })
  test('point down', () => {
    expect(findUpward(sources)).toEqual([])
  })
})

describe('a circle or an arrow upward is found', () => {
  test('between two contexts, and around three', () => {
    const two = { 'orders/a.ts': ['payments/b.ts'], 'payments/b.ts': ['orders/c.ts'] }
    expect(findCircles(two)).toEqual([
      'orders/a.ts imports payments/b.ts',
      'payments/b.ts imports orders/c.ts',
    ])
    const three = { 'a/a.ts': ['b/b.ts'], 'b/c.ts': ['c/c.ts'], 'c/d.ts': ['a/e.ts'], 'd/d.ts': ['a/a.ts'] }
    expect(findCircles(three)).toHaveLength(3)
  })
  test('from a context to the root or to another’s module, and from the ground to a context', () => {
    expect(findUpward({ 'orders/a.ts': ['app.ts', 'config.ts', 'orders/module.ts'] })).toHaveLength(1)
    expect(findUpward({ 'orders/a.ts': ['payments/module.ts', 'payments/b.ts'] })).toHaveLength(1)
    expect(findUpward({ 'http/a.ts': ['leads/b.ts', 'services/c.ts'] })).toHaveLength(1)
  })
})
