import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { BackupSettings } from '../config/backups.ts'
import type { Installation } from './backup-source.ts'
import type { BackupReport } from './make-backup.ts'

/** Everything the process has to know; times as text. */
export type NightlyOrder = {
  installation: Installation
  nightly: NonNullable<BackupSettings['nightly']>
  passphrase: string
  now: string
}

/** What came of it; `failure` is a code that may be kept. */
export type BackupOutcome = { report: BackupReport } | { failure: string; message?: string }

/** Makes the night's backup in a process of its own and answers what came of it; it does not throw for what went wrong there. */
export async function runBackupProcess(order: NightlyOrder): Promise<BackupOutcome> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'backup-process.ts')], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const ended = new Promise<string>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(signal ?? `exit ${code}`))
  })
  child.stdin.on('error', () => {})
  child.stdin.end(JSON.stringify(order))
  const [answer, end] = await Promise.all([text(child.stdout), ended])
  return answer === '' ? { failure: end } : (JSON.parse(answer) as BackupOutcome)
}
