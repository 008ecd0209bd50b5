import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { runCommand } from './run-command.ts'

const environment = { TEST_DATA_DIR: '/nowhere', PLATFORM_PASSPHRASE: 'x', PLATFORM_SERVICE_KEY: 'x' }
const project = ['--to', 'postgres://localhost/db', '--url']

it.each([
  [['carry'], 'platform dump FILE'],
  [['dump', '--unheard-of'], "Unknown option '--unheard-of'"],
  [['clone', '--to', 'postgres://postgres:my-secret@host:port/db'], '--to must be'],
  [['move', ...project, 'ref.supabase.co'], '--url must be'],
  [['move', ...project, 'ftp://ref.supabase.co'], '--url must be'],
])('what is asked wrongly is answered with what can be asked: %j', async (args, words) => {
  const { code, said } = await runCommand(args, environment)
  expect({ code, said }).toEqual({ code: 2, said: expect.stringContaining(words) })
  expect(said).toContain('platform dump FILE')
  expect(said).not.toContain('my-secret')
})

it('what fails while it is done is no wrong question', async () => {
  const file = 'a\0b.backup'
  await expect(runCommand(['restore', file], environment)).rejects.toMatchObject({
    code: 'ERR_INVALID_ARG_VALUE',
  })
})

it.each([
  ['missing', 'no-such.backup', 'there is no such file'],
  ['below a file', 'readable/of.backup', 'there is no such file'],
  ['a folder', '.', 'it is a folder'],
])('a backup that is %s is told at once, and nothing is touched', async (_, name, words) => {
  const folder = await mkdtemp(join(tmpdir(), 'run-command-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'readable'), '')
  const place = { TEST_DATA_DIR: join(folder, 'data'), DATA_DIR: join(folder, 'data') }
  // Asked before anything else is missed: no passphrase is given.
  const { code, said } = await runCommand(['restore', join(folder, name)], place)
  expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining(words) })
  expect(existsSync(join(folder, 'data'))).toBe(false)
})
