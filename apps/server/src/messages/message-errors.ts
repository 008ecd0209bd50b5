import { AppError } from '../http/app-error.ts'

/** The person behind the number asked us to stop; only they can take that back. */
export function optedOut(): AppError {
  return new AppError('opted_out')
}
