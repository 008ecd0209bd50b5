import { AppError } from '../http/app-error.ts'

/** Refuses a message to an opted-out reader. */
export function optedOut(): AppError {
  return new AppError('opted_out')
}
