import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { root } from './run.ts'

/** Stems of names for which the field has a word: `max`, `min`, `dummy`, `evaluate`, `flash message`. */
const banned =
  /^#?(?:most|longest|shortest|fewest|least|largest)[A-Z]|[dD]ecoy|[fF]arewell|^judge[A-Z]|fetchKeeping|doctorFirst/
const declaration = /\b(?:const|let|function|class|type|interface|enum|readonly) (#?\w+)/g

const isElsewhere = (name: string) => ['node_modules', 'dist'].includes(path.basename(name))
const sources = globSync('{apps,packages,e2e,supabase,scripts,bench}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: isElsewhere,
})

it('no name is a riddle for which the field has a word', () => {
  expect(sources.length).toBeGreaterThan(1000)
  const found = sources.flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(declaration)]
      .map(([, name = '']) => name)
      .filter((name) => banned.test(name))
      .map((name) => `${file}: ${name}`),
  )
  expect(found).toEqual([])
})
