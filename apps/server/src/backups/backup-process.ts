import { text } from 'node:stream/consumers'
import { BackupError } from '@app/platform/backup/backup-error'
import { describeError } from '../http/describe-error.ts'
import { makeNightlyBackup } from './make-backup.ts'
import type { NightlyOrder } from './run-backup-process.ts'

/**
 * Runs the nightly backup in a separate process, to spare the server's memory and event loop. Reads
 * its order from standard input, which other users cannot see, and prints one line.
 */
process.umask(0o077)
process.once('disconnect', () => process.exit(1))
process.channel?.unref()
const order = JSON.parse(await text(process.stdin)) as NightlyOrder
try {
  const report = await makeNightlyBackup(order.installation, { ...order, now: new Date(order.now) })
  process.stdout.write(JSON.stringify({ report }))
} catch (error) {
  const { name, code, message } = describeError(error)
  const reason = error instanceof BackupError ? error.reason : (code ?? name)
  process.stdout.write(JSON.stringify({ failure: reason, message }))
}
