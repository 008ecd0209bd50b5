import { AsyncLocalStorage } from 'node:async_hooks'

/** What even work that nobody waits for may take for one statement: on PGlite everybody else stands still meanwhile. */
export const longestUnhurriedMs = 300_000

const context = new AsyncLocalStorage<true>()

/** Runs work that no request waits for, such as a job: its statements may take minutes instead of seconds. */
export function unhurried<Result>(work: () => Result): Result {
  return context.run(true, work)
}

export function isUnhurried(): boolean {
  return context.getStore() === true
}
