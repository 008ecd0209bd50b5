import type { MissingDetail } from '@app/domain/orders/missing-details'
import { AppError, invalidInput } from '../../http/app-error.ts'

/** The program consists of messages, and these are off. */
export function notForSale(): AppError {
  return new AppError('not_for_sale')
}

/** Payments have not opened in this installation. */
export function paymentsOff(): AppError {
  return new AppError('payments_off')
}

/** The result that the program would be for says that a doctor comes first. */
export function medicalRedFlag(): AppError {
  return new AppError('medical_red_flag')
}

/** The answers forbid all sales: an eating disorder, despair, or an age under 18. */
export function sellingForbidden(): AppError {
  return new AppError('nothing_sold')
}

/** The intent became an order of another product, or the secret is not the one it came with. */
export function intentConflict(): AppError {
  return new AppError('invalid_input', { intentId: 'conflict' }, 409)
}

/** Refuses a purchase for want of contacts of its buyer; the page asks for them. */
export function unreachableBuyer(unknown: readonly MissingDetail[]): AppError {
  return invalidInput(Object.fromEntries(unknown.map((field) => [field, 'required'])))
}

/** The buyer stopped the program's messages in the cabinet, and only they can take that back. */
export function messagesStopped(): AppError {
  return new AppError('messages_stopped')
}

/** The buyer has an active program and did not confirm another. */
export function alreadyBought(): AppError {
  return new AppError('already_bought')
}
