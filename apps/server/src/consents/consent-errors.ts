import { AppError } from '../http/app-error.ts'

/** The visitor agreed to a text nobody knows, so it cannot be said what they agreed to. */
export function consentRequired(field: 'consent.health' | 'consent.marketing' | 'version'): AppError {
  return new AppError('consent_required', { [field]: 'required' })
}
