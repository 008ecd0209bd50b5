import { AsyncLocalStorage } from 'node:async_hooks'

/** What even work that nobody waits for may take for one statement: on PGlite everybody else stands still meanwhile. */
export const longestUnhurriedMs = 300_000

type Unhurried = { isManyAtOnce: boolean }

const context = new AsyncLocalStorage<Unhurried>()

/** Runs work that no request waits for, such as a job: its statements may take minutes instead of seconds. */
export function unhurried<Result>(work: () => Result): Result {
  return context.run({ isManyAtOnce: false }, work)
}

/** The same for work whose every statement is for many others at once: on PGlite it comes before what is for one. */
export function unhurriedForMany<Result>(work: () => Result): Result {
  return context.run({ isManyAtOnce: true }, work)
}

export function isUnhurried(): boolean {
  return context.getStore() !== undefined
}

export function isForMany(): boolean {
  return context.getStore()?.isManyAtOnce === true
}
