import { Worker } from 'node:worker_threads'
import type { FastifyBaseLogger } from 'fastify'
import type { WatchdogData } from './watchdog-thread.ts'

export type WatchdogOptions = {
  limitMs: number
  ping: () => Promise<void>
  /** Changes while the database lives; null leaves the database alone: one elsewhere may be away, and comes back. */
  signsOfLife: (() => number) | null
  log: Pick<FastifyBaseLogger, 'fatal'>
}

/** The number of checks within the limit. */
const checksPerLimit = 10

/**
 * Ends the process when its event loop or the database stalls for `limitMs`, so that the service
 * manager restarts it. It counts checks instead of seconds, because a machine may sleep. Returns a
 * function that stops it.
 */
export function watchForStandstill({ limitMs, ping, signsOfLife, log }: WatchdogOptions): () => void {
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const thread = new Worker(new URL('./watchdog-thread.ts', import.meta.url), {
    name: 'watchdog',
    workerData: { beats, limitMs } satisfies WatchdogData,
  })
  thread.unref()

  let isAsking = false
  let seen: number | null = null
  let silentLooks = 0

  function checkDatabase(signs: number): void {
    silentLooks = signs === seen ? silentLooks + 1 : 0
    seen = signs
    if (silentLooks >= checksPerLimit) {
      log.fatal({ limitMs }, 'the database stands still: the process ends')
      process.exit(1)
    }
    if (isAsking) return
    isAsking = true
    const asked = () => {
      isAsking = false
    }
    ping().then(asked, asked)
  }

  const timer = setInterval(() => {
    Atomics.add(beats, 0, 1)
    Atomics.notify(beats, 0)
    if (signsOfLife) checkDatabase(signsOfLife())
  }, limitMs / checksPerLimit)
  timer.unref()

  return () => {
    clearInterval(timer)
    void thread.terminate()
  }
}
