import { ApiError } from '#web/lib/api.ts'

/** Returns true for errors that a second-factor code resolves. */
export function needsSecondFactor(error: Error | null): boolean {
  if (!(error instanceof ApiError)) return false
  return error.code === 'fresh_sign_in_required' || error.code === 'second_factor_required'
}
