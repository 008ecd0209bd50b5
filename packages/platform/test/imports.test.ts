import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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
