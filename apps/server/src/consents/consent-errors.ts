import { AppError } from '../http/app-error.ts'

/** The visitor accepted an unknown text. */
export function consentRequired(field: 'consent.health' | 'consent.marketing' | 'version'): AppError {
  return new AppError('consent_required', { [field]: 'required' })
}
