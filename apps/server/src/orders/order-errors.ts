import { AppError } from '../http/app-error.ts'

/** The intent became an order of another product, or the secret is not the one it came with. */
export function intentConflict(): AppError {
  return new AppError('invalid_input', 409, { intentId: 'conflict' })
}
