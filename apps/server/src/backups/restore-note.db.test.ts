import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { givenServer } from '@app/testing/server/given-server'
import { expect, onTestFinished, test } from 'vitest'
import { noteRestore, tellRestore } from './restore-note.ts'

test('the first start after a restore tells the owner, once, of which moment the backup is and what to compare', async () => {
  const server = await givenServer()
  const dataDir = await mkdtemp(join(tmpdir(), 'restored-'))
  onTestFinished(async () => {
    await server.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  const starting = async () => {
    await tellRestore({ db: server.db, jobs: server.jobs, log: server.app.log }, dataDir)
    await server.jobs.runDue()
    return server.mailbox.list().filter(({ subject }) => subject.startsWith('Сайт восстановлен из копии'))
  }
  expect(await starting()).toEqual([])
  await noteRestore(dataDir, new Date('2026-11-21T10:04:00Z'))
  const [mail] = await starting()
  expect(mail?.text).toMatch(/Копия сделана: 21\sноября 2026\sг., 15:04/)
  expect(mail?.text).toMatch(/«Сверка»/)
  expect(await starting()).toHaveLength(1)
})
