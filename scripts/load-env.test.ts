import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { loadEnv } from './load-env.ts'

const home = mkdtempSync(path.join(tmpdir(), 'load-env-'))
const file = path.join(home, '.env')
beforeAll(() => void mkdirSync(file))
afterAll(() => rmSync(home, { recursive: true, force: true }))

test('an .env that is a folder ends the process with 1 and a sentence', () => {
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
  const said = vi.spyOn(console, 'error').mockReturnValue()
  loadEnv(file)
  expect(exit).toHaveBeenCalledExactlyOnceWith(1)
  expect(said.mock.calls).toEqual([[expect.stringMatching(/\.env cannot be read \(\w+\): .*\.$/)]])
})
