import { globSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { root } from './run.ts'

/** More sources than this in one folder hide what belongs together. */
const maxSources = 25
const sources = ['apps', 'packages', 'e2e', 'supabase/functions', 'scripts', 'bench'].map(
  (folder) => `${folder}/**/*.{ts,tsx}`,
)
const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file)

it('no folder holds more sources than one can look over', () => {
  const counts = new Map<string, number>()
  const isElsewhere = (name: string) => ['node_modules', 'dist'].includes(path.basename(name))
  for (const file of globSync(sources, { cwd: root, exclude: isElsewhere })) {
    const folder = path.dirname(file)
    if (!isTest(file)) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  expect(counts.size).toBeGreaterThan(100)
  expect([...counts].filter(([, count]) => count > maxSources)).toEqual([])
})
