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

it('serves what is optional only where it is named: no other file imports it', () => {
  const core = globSync('src/**/*.ts', { cwd: root }).filter(
    (file) => !/^src\/(optional|runner)\//.test(file),
  )
  expect(core.length).toBeGreaterThan(150)
  expect(globSync('src/optional/**/*.ts', { cwd: root }).length).toBeGreaterThan(20)
  const importing = core.filter((file) => /'[./]+\/optional\//.test(readFileSync(join(root, file), 'utf8')))
  expect(importing).toEqual([])
})

it('loads the libraries of what is optional only there', () => {
  const libraries = ['openid-client', '@node-saml/', '@xmldom/', '@noble/', '@scure/', 'ws']
  const files = globSync('src/**/*.ts', { cwd: root })
  for (const library of libraries) {
    const importing = files.filter((file) =>
      readFileSync(join(root, file), 'utf8').includes(` from '${library}`),
    )
    expect(importing, library).not.toEqual([])
    expect(importing.filter((file) => !file.startsWith('src/optional/'))).toEqual([])
  }
})
