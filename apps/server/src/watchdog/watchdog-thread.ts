import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'

export type WatchdogData = {
  /** Counts the turns of the event loop that is watched. */
  beats: Int32Array<SharedArrayBuffer>
  limitMs: number
}

/**
 * The program of the watchdog's thread, which an event loop that stands still cannot hold. The process ends by SIGKILL:
 * nothing gentler is heard by such a loop, and what SIGABRT leaves behind is a file with people's answers in it.
 */
const standardOutput = 1
const { beats, limitMs } = workerData as WatchdogData

for (let seen = Atomics.load(beats, 0); ; seen = Atomics.load(beats, 0)) {
  // In two halves, so that after a sleep of the machine the loop gets its turn before it is judged.
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
