import { AsyncLocalStorage } from 'node:async_hooks'

/** What even work that nobody waits for may take for one statement: on PGlite everybody else stands still meanwhile. */
export const backgroundTimeoutMs = 300_000

type BackgroundWork = { isManyAtOnce: boolean }

const context = new AsyncLocalStorage<BackgroundWork>()

/** Runs work that no request waits for, such as a job: its statements may take minutes instead of seconds. */
export function runInBackground<Result>(work: () => Result): Result {
  return context.run({ isManyAtOnce: false }, work)
}

/** The same for work whose every statement is for many others at once: on PGlite it comes before what is for one. */
export function runInBackgroundForMany<Result>(work: () => Result): Result {
  return context.run({ isManyAtOnce: true }, work)
}

export function isInBackground(): boolean {
  return context.getStore() !== undefined
}

export function isForMany(): boolean {
  return context.getStore()?.isManyAtOnce === true
}
