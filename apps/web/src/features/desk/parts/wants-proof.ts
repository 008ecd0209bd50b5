import { ApiError } from '#web/lib/api.ts'

/**
 * Returns true when an action was refused for want of what a code of the authenticator app mends.
 */
export function wantsProof(error: Error | null): boolean {
  if (!(error instanceof ApiError)) return false
  return error.code === 'fresh_sign_in_required' || error.code === 'second_factor_required'
}
