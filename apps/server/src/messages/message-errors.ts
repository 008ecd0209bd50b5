import { AppError } from '../http/app-error.ts'

/** Refuses a message to somebody who asked for none. */
export function optedOut(): AppError {
  return new AppError('opted_out')
}
