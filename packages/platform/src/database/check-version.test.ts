import { expect, it } from 'vitest'
import { versionProblem } from './check-version.ts'

it('refuses what is older than PostgreSQL 15, and names it', () => {
  expect(versionProblem({ major: 14, version: '14.20' })).toMatch(/PostgreSQL 14\.20.*oldest.*15/)
  expect(versionProblem({ major: 9, version: '9.6.24' })).toMatch(/9\.6\.24/)
})

it('takes 15 to 18, and whatever comes after them', () => {
  const problems = [15, 16, 17, 18, 19].map((major) => versionProblem({ major, version: `${major}.1` }))
  expect(problems).toEqual([null, null, null, null, null])
})
