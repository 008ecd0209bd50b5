import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sampleOwner } from '@app/content/ru/sandbox/sample-owner'
import { givenServer } from '@app/testing/server/given-server'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config.ts'
import { backupsModule } from './module.ts'
import { writeRestoreMarker } from './restore-marker.ts'

const madeAt = new Date('2026-11-21T10:04:00Z')

/** A server and a data folder beside it; `start` begins as a server on that folder does, and returns the mails of a restore. */
async function givenFolder() {
  const server = await givenServer()
  const dataDir = await mkdtemp(join(tmpdir(), 'restored-'))
  onTestFinished(async () => {
    await server.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  const { backend, storage, backups } = readConfig({ DATA_DIR: dataDir }, sampleOwner)
  const { db, jobs, app } = server
  const start = async () => {
    const needs = {
      backend,
      storage,
      backups,
      db,
      jobs,
      log: app.log,
      now: () => new Date(),
      beginCopy: null,
    }
    await backupsModule(needs).start?.()
    await jobs.drainQueue()
    return server.mailbox.list().filter(({ subject }) => subject.startsWith('Сайт восстановлен из копии'))
  }
  return { dataDir, start }
}

test('the first start after a restore tells the owner, once, of which moment the backup is and what to compare', async () => {
  const { dataDir, start } = await givenFolder()
  expect(await start()).toEqual([])
  await writeRestoreMarker(dataDir, madeAt)
  const [mail] = await start()
  expect(mail?.text).toMatch(/Копия сделана: 21\sноября 2026\sг., 15:04/)
  expect(mail?.text).toMatch(/«Сверка»/)
  expect(await start()).toHaveLength(1)
})

test('a restore that was killed before its database was in its place is not told of', async () => {
  const { dataDir, start } = await givenFolder()
  await mkdir(join(dataDir, 'restored/database'), { recursive: true })
  await writeRestoreMarker(dataDir, madeAt)
  expect(await start()).toEqual([])
  await rm(join(dataDir, 'restored'), { recursive: true, force: true })
  expect(await start()).toEqual([])
})

test('a marker that cannot be read is in the way of the start', async () => {
  const { dataDir, start } = await givenFolder()
  await mkdir(join(dataDir, 'restored-from'))
  await expect(start()).rejects.toThrow('EISDIR')
})
