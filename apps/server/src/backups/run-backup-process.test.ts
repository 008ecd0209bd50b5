import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sampleOwner } from '@app/content/ru/sandbox/sample-owner'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config.ts'
import { type NightlyOrder, openBackupRunner } from './run-backup-process.ts'

const { backend, storage, backups } = readConfig(
  { SANDBOX: '1', BACKUP_DIR: '/nonexistent', BACKUP_PASSPHRASE: 'шесть слов и две ёлки' },
  sampleOwner,
)
if (backend.mode === 'supabase' || !backups.nightly || !backups.passphrase) throw new Error('not as set')
const order: NightlyOrder = {
  installation: { backend, storage },
  nightly: backups.nightly,
  passphrase: backups.passphrase,
  now: '2026-11-22T22:10:00.000Z',
}

test('a process that cannot be started, or that says nothing to be understood, is a failure', async () => {
  expect(await openBackupRunner('/nonexistent/node').run(order)).toEqual({ failure: 'ENOENT' })
  expect(await openBackupRunner('/bin/echo').run(order)).toEqual({ failure: 'exit 0' })
})

test('a process does not outlive the server that started it', async () => {
  const runner = openBackupRunner()
  const outcome = runner.run(order)
  runner.stop()
  expect(await outcome).toEqual({ failure: 'SIGTERM' })
})

test('nor one that could tell it nothing any more', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'backup-process.ts')], {
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'spawn')
  // It waits for its order, which does not come; the channel closes as it does when its server is killed.
  child.disconnect()

  expect(await once(child, 'exit')).toEqual([1, null])
})
