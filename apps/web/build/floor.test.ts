import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * `npm run floor` cannot tell an array's `toSorted` from a library's own, and its browsers (docs/browsers.md) do not know it: so it is
 * looked for where we write it.
 */
const lacking = /\.(?:to(?:Sorted|Reversed|Spliced)|findLast(?:Index)?)\(/
const loaded = '{apps/web,packages/{domain,content,contracts}}/src/**/*.{ts,tsx}'

test('no source that a browser loads copies or searches an array by a name newer than the floor', () => {
  const sources = globSync(loaded).filter((path) => !/\.test\.tsx?$/.test(path))
  expect(sources.length).toBeGreaterThan(300)
  expect(sources.filter((path) => lacking.test(readFileSync(path, 'utf8')))).toEqual([])
})
