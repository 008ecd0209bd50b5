import { AppError } from '../http/app-error.ts'

/** This number got a checklist that nobody answered; the next one goes out once its owner has written to us. */
export function checklistUnanswered(): AppError {
  return new AppError('checklist_unanswered')
}
