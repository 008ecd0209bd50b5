import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildStudioIfStale } from './build-studio.ts'

let root: string

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'studio-build-'))
  for (const folder of ['src', 'dist', 'node_modules']) await mkdir(path.join(root, folder))
  await writeFile(
    path.join(root, 'index.html'),
    '<!doctype html><script type="module" src="/src/main.ts"></script>',
  )
  await writeFile(path.join(root, 'dist/index.html'), 'of before')
})
afterEach(() => rm(root, { recursive: true, force: true }))

const pageNow = () => readFile(path.join(root, 'dist/index.html'), 'utf8')
const drafts = async () =>
  (await readdir(path.join(root, 'node_modules'))).filter((name) => name.includes('studio'))

it('a build that fails says what is wrong, and leaves the pages of before and nothing else', async () => {
  await writeFile(path.join(root, 'src/main.ts'), "import { nothing } from './missing.ts'\nnothing()\n")
  await expect(buildStudioIfStale(root)).rejects.toThrow(
    /^Studio's pages could not be built:\n.*missing\.ts/s,
  )
  expect([await pageNow(), await drafts()]).toEqual(['of before', []])
})

it('a build that succeeds takes their place, and is made again only of other sources', async () => {
  await writeFile(path.join(root, 'src/main.ts'), 'document.title = "one"\n')
  await buildStudioIfStale(root)
  expect(await pageNow()).toContain('assets/')
  await writeFile(path.join(root, 'dist/index.html'), 'as it is')
  await buildStudioIfStale(root)
  expect([await pageNow(), await drafts()]).toEqual(['as it is', []])
  await writeFile(path.join(root, 'src/main.ts'), 'document.title = "two"\n')
  await buildStudioIfStale(root)
  expect(await pageNow()).toContain('assets/')
})
