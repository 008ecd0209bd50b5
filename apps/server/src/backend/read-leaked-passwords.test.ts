import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newLeakedPasswords, sha1 } from '@app/platform/auth/leaked-passwords'
import { StartRefusedError } from '@app/platform/database/start-refused'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readLeakedPasswords } from './read-leaked-passwords.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leaks-'))
})
afterAll(() => rm(folder, { recursive: true }))

it('knows the passwords of its file, and none without one', async () => {
  const made = newLeakedPasswords(10)
  made.add(sha1('Wide-steppe-2026'))
  const file = join(folder, 'leaks.bin')
  await writeFile(file, made.bytes)
  const leaked = await readLeakedPasswords(file)
  expect([leaked?.has('Wide-steppe-2026'), leaked?.has('Other-steppe-2026')]).toEqual([true, false])
  expect(await readLeakedPasswords(null)).toBeNull()
})

it('names the setting when there is no such file, or another kind of one', async () => {
  await writeFile(join(folder, 'list.txt'), 'qwerty\n')
  for (const name of ['list.txt', 'none.bin']) {
    const reading = readLeakedPasswords(join(folder, name))
    await expect(reading).rejects.toThrow(StartRefusedError)
    await expect(reading).rejects.toThrow('PASSWORD_LEAKS_FILE')
  }
})
