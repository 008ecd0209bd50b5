import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

/** What a file imports, types included: what is ours by its path below `src`, everything else by its name. */
type Sources = Readonly<Record<string, readonly string[]>>

/** From the bottom up. What stands beside these composes them: the application and its entries. */
const layers = ['lib', 'ui', 'components', 'features', 'routes']
/** The router, the cache of the server's answers, and all that is ours alone: words, rules, contracts. */
const unknownToUi = /^(?:react-router|@tanstack\/|@app\/)/

const layerOf = (file: string) => layers.indexOf(file.split('/', 1)[0] ?? '')
const featureOf = (file: string) => /^features\/([^/]+)\//.exec(file)?.[1]

function readSources(): Sources {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  return Object.fromEntries(files.map((file) => [file, importsOf(file)]))
}

/** Also what is only a type, or loaded when it is needed; what a comment or text says is none. */
function importsOf(file: string): string[] {
  const text = readFileSync(path.join(import.meta.dirname, file), 'utf8')
  const specifiers = text.matchAll(/(?:^(?:import|export)\b[^'"]*|\bimport\(\s*)['"]([^'"]+)['"]/gm)
  return [...specifiers].map(([, specifier = '']) =>
    specifier.startsWith('.')
      ? path.posix.join(path.posix.dirname(file), specifier)
      : specifier.replace(/^#web\//, ''),
  )
}

function findAstray(sources: Sources): string[] {
  const isOurs = (imported: string) => imported in sources
  return Object.entries(sources).flatMap(([file, imports]) =>
    imports
      .filter((imported) => {
        if (layerOf(file) < 0) return false
        if (!isOurs(imported)) return file.startsWith('ui/') && unknownToUi.test(imported)
        const isUpward = layerOf(imported) < 0 || layerOf(imported) > layerOf(file)
        const [own, other] = [featureOf(file), featureOf(imported)]
        return isUpward || (own !== undefined && other !== undefined && own !== other)
      })
      .map((imported) => `${file} imports ${imported}`),
  )
}

describe('the imports of the web', () => {
  const sources = readSources()

  test('are read', () => {
    expect(sources['routes/profile/own-profile.tsx']).toContain('features/profile/attempt-history.tsx')
    expect(sources['ui/button.tsx']).toContain('lib/cn.ts')
    expect(sources['features/auth/clear-device-button.tsx']).toContain('features/auth/forget-dialog.tsx')
  })

  test('point down, no feature imports another, and `ui` knows no router, query or text', () => {
    expect(findAstray(sources)).toEqual([])
  })
})

test.each([
  ['features/quiz/a.ts', 'features/auth/b.ts'],
  ['features/quiz/a.ts', 'routes/home.tsx'],
  ['lib/a.ts', 'features/quiz/b.ts'],
  ['components/a.tsx', 'features/quiz/b.ts'],
  ['lib/a.ts', 'app.tsx'],
  ['ui/a.tsx', 'react-router'],
  ['ui/a.tsx', '@app/content/ru/brand'],
])('%s that imports %s is found', (file, imported) => {
  const ours = imported.includes('.') ? { [imported]: [] } : {}
  expect(findAstray({ ...ours, [file]: [imported] })).toEqual([`${file} imports ${imported}`])
})
