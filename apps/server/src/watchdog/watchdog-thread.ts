import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'

export type WatchdogData = {
  /** Counts the turns of the event loop that is watched. */
  beats: Int32Array<SharedArrayBuffer>
  limitMs: number
}

/**
 * The watchdog's thread, which a stalled event loop cannot block. It uses SIGKILL, because such a
 * loop ignores other signals, and SIGABRT would dump personal data.
 */
const standardOutput = 1
const { beats, limitMs } = workerData as WatchdogData

for (let seen = Atomics.load(beats, 0); ; seen = Atomics.load(beats, 0)) {
  // Two halves, so that the loop gets a chance after the machine slept.
  if (isLoopStalled(seen) && isLoopStalled(seen)) killProcess()
}

function isLoopStalled(seen: number): boolean {
  return Atomics.wait(beats, 0, seen, limitMs / 2) === 'timed-out'
}

function killProcess(): void {
  const time = new Date().toISOString()
  const line = { level: 'fatal', time, limitMs, msg: 'the event loop stands still: the process ends' }
  try {
    writeSync(standardOutput, `${JSON.stringify(line)}\n`)
  } finally {
    process.kill(process.pid, 'SIGKILL')
  }
}
