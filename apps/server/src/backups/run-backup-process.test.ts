import { sampleOwner } from '@app/content/ru/sandbox/sample-owner'
import { expect, test } from 'vitest'
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
