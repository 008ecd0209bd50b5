import { runInBackground } from '@app/platform/database/run-in-background'

const minute = 60_000

/**
 * Runs work every minute by a timer, because the queue itself is watched. Runs never overlap.
 * Returns a function that stops it.
 */
export function everyMinute(work: () => Promise<void>): () => Promise<void> {
  let underWay: Promise<void> | null = null
  const timer = setInterval(() => {
    underWay ??= runInBackground(work).finally(() => {
      underWay = null
    })
  }, minute)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await underWay
  }
}
