import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Rules for paper and for contrast themes stand in no layer. */
test.each(['print.css', 'forced-colours.css'])('%s outranks every class', (file) => {
  const css = readFileSync(new URL(file, import.meta.url), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    // No class says how large a sheet of paper is.
    .replace(/@page \{[^}]*\}/, '')
  const declarations = css.match(/[\w-]+: [^{};]+;/g) ?? []
  expect(declarations.length).toBeGreaterThan(10)
  expect(declarations.filter((each) => !each.endsWith(' !important;'))).toEqual([])
})
