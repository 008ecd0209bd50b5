import { AsyncLocalStorage } from 'node:async_hooks'

/** The statement timeout of background work. On PGlite all other work waits meanwhile. */
export const backgroundTimeoutMs = 300_000

type BackgroundWork = { isManyAtOnce: boolean }

const backgroundStorage = new AsyncLocalStorage<BackgroundWork>()

/** Runs work that no request waits for, such as a job, so that its statements may take minutes. */
export function runInBackground<Result>(work: () => Result): Result {
  return backgroundStorage.run({ isManyAtOnce: false }, work)
}

/** Runs background work that serves many clients, which PGlite prefers. */
export function runInBackgroundForMany<Result>(work: () => Result): Result {
  return backgroundStorage.run({ isManyAtOnce: true }, work)
}

export function isInBackground(): boolean {
  return backgroundStorage.getStore() !== undefined
}

export function isForMany(): boolean {
  return backgroundStorage.getStore()?.isManyAtOnce === true
}
