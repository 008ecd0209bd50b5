import { runInBackground } from '@app/platform/database/run-in-background'

const minute = 60_000

/**
 * Does something every minute, by the clock and not by the queue, which is one of the things it watches; never twice at once. Answers
 * with what ends it, once what is under way is done.
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
