import { invalidInput } from '../http/app-error.ts'

/** Turns the error of an invalid cursor into `invalid_input` and rethrows any other. */
export function refuseCursor(error: unknown): never {
  throw error instanceof RangeError ? invalidInput({ after: 'place' }) : error
}
