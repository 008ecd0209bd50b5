import { AppError } from '../http/app-error.ts'

/** The person behind the number asked us to stop; only they can take that back. */
export function optedOut(): AppError {
  return new AppError('opted_out', 409)
}

/** This number got a checklist that nobody answered; the next one goes out once its owner has written to us. */
export function checklistUnanswered(): AppError {
  return new AppError('checklist_unanswered', 409)
}
