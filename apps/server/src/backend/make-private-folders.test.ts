import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makePrivateFolders } from './make-private-folders.ts'

async function givenFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'private-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}
const modeOf = async (folder: string) => (await stat(folder)).mode & 0o777

test('folders are made for their owner alone, and those that stood open are closed', async () => {
  const data = join(await givenFolder(), 'data')
  await mkdir(data)
  await chmod(data, 0o777)
  await makePrivateFolders([data, join(data, 'storage')])

  expect([await modeOf(data), await modeOf(join(data, 'storage'))]).toEqual([0o700, 0o700])
})

test('what is no folder, or lies where none can be made, is refused in words that name the setting', async () => {
  const file = join(await givenFolder(), 'data')
  await writeFile(file, '')

  await expect(makePrivateFolders([file])).rejects.toThrow(/DATA_DIR: .*data is a file, not a folder/)
  await expect(makePrivateFolders([join(file, 'inside')])).rejects.toThrow(
    /DATA_DIR: the folder .*inside cannot be made \(ENOTDIR\)/,
  )
})

test.runIf(process.getuid?.() !== 0)('a folder that cannot be written to is refused', async () => {
  const data = await givenFolder()
  await chmod(data, 0o500)

  await expect(makePrivateFolders([data])).rejects.toThrow(/cannot be written to \(EACCES\)/)
})

test.runIf(process.getuid?.() !== 0)('a folder of somebody else is refused', async () => {
  await expect(makePrivateFolders(['/usr'])).rejects.toThrow(/belongs to another user/)
})
