import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findBrowser } from './browser.ts'
import { unpackTar } from './tar.ts'

test('a browser that was chosen and is not there is an error, not a skip', () => {
  expect(() => findBrowser({ CHROMIUM_PATH: '/nowhere/chromium' })).toThrow(/CHROMIUM_PATH names \/nowhere/)
})

test.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'where none is installed, one out of a package runs on libraries of its own',
  () => {
    const { executablePath, env } = findBrowser({ PATH: '/nowhere' })
    const run = (program: string, args: string[], more = {}) =>
      execFileSync(program, args, { encoding: 'utf8', env: { PATH: process.env.PATH, ...env, ...more } })

    expect(run(executablePath, ['--version'])).toMatch(/\d+\.\d+\.\d+/)
    const libraries = run(executablePath, ['--version'], { LD_TRACE_LOADED_OBJECTS: '1' })
    for (const name of ['libnss3', 'libnspr4', 'libexpat']) {
      expect(libraries).toMatch(new RegExp(`${name}\\.so\\S* => ${path.dirname(executablePath)}/lib/`))
    }
  },
  60_000,
)

test('an archive is unpacked with its folders, and nothing leaves its folder', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tar-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))

  unpackTar(archive('lib/readme.txt', 'ясный день'), folder)
  expect(readFileSync(path.join(folder, 'lib/readme.txt'), 'utf8')).toBe('ясный день')

  expect(() => unpackTar(archive('../escaped.txt', 'x'), path.join(folder, 'inner'))).toThrow(
    /leaves its folder/,
  )
  expect(existsSync(path.join(folder, 'escaped.txt'))).toBe(false)
})

/** A ustar archive of one file. */
function archive(name: string, text: string): Buffer {
  const content = Buffer.from(text)
  const header = Buffer.alloc(512)
  header.write(name, 0)
  header.write('0000644', 100)
  header.write(content.length.toString(8).padStart(11, '0'), 124)
  header.write('0', 156)
  const body = Buffer.alloc(Math.ceil(content.length / 512) * 512)
  content.copy(body)
  return Buffer.concat([header, body, Buffer.alloc(1024)])
}
