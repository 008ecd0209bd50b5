import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import type { BackupSettings } from '../config/backups.ts'
import type { Installation } from './backup-source.ts'
import type { BackupReport } from './make-backup.ts'

/** The order to the process; times are texts. */
export type NightlyOrder = {
  installation: Installation
  nightly: NonNullable<BackupSettings['nightly']>
  passphrase: string
  now: string
}

/** The outcome; `failure` is a code that is safe to store. */
type BackupOutcome = { report: BackupReport } | { failure: string; message?: string | undefined }

export type BackupRunner = {
  /**
   * Runs the backup in a separate process and resolves to its outcome. Failures of the backup do
   * not throw.
   */
  run: (order: NightlyOrder) => Promise<BackupOutcome>
  /** Ends the running processes; their runs resolve to failures. */
  stop: () => void
}

/** `program` is what runs `backup-process.ts`. */
export function openBackupRunner(program = process.execPath): BackupRunner {
  const running = new Set<ChildProcess>()
  return {
    async run(order) {
      const child = spawn(program, [join(import.meta.dirname, 'backup-process.ts')], {
        // The last is there to be closed: by that the process knows that this one has ended.
        stdio: ['pipe', 'pipe', 'ignore', 'ipc'],
      })
      running.add(child)
      const ended = new Promise<string>((resolve) => {
        child.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.name))
        child.once('exit', (code, signal) => resolve(signal ?? `exit ${code}`))
      })
      child.stdin?.on('error', () => {})
      child.stdin?.end(JSON.stringify(order))
      try {
        const [answer, end] = await Promise.all([text(child.stdout as Readable), ended])
        return readOutcome(answer) ?? { failure: end }
      } finally {
        running.delete(child)
      }
    },

    stop() {
      for (const child of running) child.kill()
    },
  }
}

const count = z.number()
const outcomeSchema = z.union([
  z.object({
    report: z.object({
      ...{ name: z.string(), bytes: count, rows: count, files: count, missingFiles: count },
      unreadable: count,
    }),
  }),
  z.object({ failure: z.string(), message: z.string().optional() }),
])

/** Returns null for a truncated answer. */
function readOutcome(answer: string): BackupOutcome | null {
  try {
    return outcomeSchema.parse(JSON.parse(answer))
  } catch {
    return null
  }
}
