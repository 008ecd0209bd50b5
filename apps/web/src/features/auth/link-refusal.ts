import type { AuthRefusal } from '@app/content/ru/auth-errors'

/**
 * Why a link from a mail did not sign in: the platform sends the visitor on with its reason after the `#`. Null when
 * no such link led here.
 */
export function linkRefusal(hash: string): AuthRefusal | null {
  const params = new URLSearchParams(hash.replace(/^#/, ''))
  const code = params.get('error_code')
  return code === null ? null : { code, message: params.get('error_description') ?? undefined }
}
