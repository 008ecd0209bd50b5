import { AppError } from '../http/app-error.ts'

/** The program consists of messages, and these are off. */
export function notForSale(): AppError {
  return new AppError('not_for_sale', 409)
}

/** The intent became an order of another product, or the secret is not the one it came with. */
export function intentConflict(): AppError {
  return new AppError('invalid_input', 409, { intentId: 'conflict' })
}
