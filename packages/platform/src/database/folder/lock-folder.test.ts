import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lockFolder } from './lock-folder.ts'
import { holdsDatabase } from './make-data-folder.ts'

async function givenFolder(): Promise<string> {
  const place = await mkdtemp(join(tmpdir(), 'lock-folder-'))
  onTestFinished(() => rm(place, { recursive: true, force: true }))
  return join(place, 'db')
}

test('a folder is one process its own, until that process ends, however it does', async () => {
  const folder = await givenFolder()
  const program = `const { lockFolder } = await import(${JSON.stringify(import.meta.resolve('./lock-folder.ts'))})
    await lockFolder(${JSON.stringify(folder)})
    console.log('locked')
    setInterval(() => {}, 1000)`
  const other = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(other.stdout, 'data')

  await expect(lockFolder(folder)).rejects.toThrow(`in use by process ${other.pid}`)
  other.kill('SIGKILL')
  await once(other, 'exit')
  const unlock = await lockFolder(folder)
  await expect(lockFolder(folder)).rejects.toThrow(`in use by process ${process.pid}`)
  await unlock()
  await (await lockFolder(folder))()
})

test('what a process that is gone wrote of itself keeps nobody out', async () => {
  const folder = await givenFolder()
  await writeFile(`${folder}.lock`, `process ${process.pid} on elsewhere\n`)
  await (await lockFolder(folder))()
})

test('a folder that holds something else is no place for a database', async () => {
  const folder = await givenFolder()
  expect(await holdsDatabase(folder)).toBe(false)
  await expect(holdsDatabase(join(folder, '..'))).resolves.toBe(false)
  await writeFile(join(folder, '..', 'photo.jpg'), '')
  await expect(holdsDatabase(join(folder, '..'))).rejects.toThrow('no database')
})
