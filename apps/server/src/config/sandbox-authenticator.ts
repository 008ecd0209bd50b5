import type { Settings } from '../config.ts'

/**
 * Returns true when the sandbox shows codes of the second factor. Whoever reads its mails signs in
 * as anybody already; the keys of a sign-in service that is hosted elsewhere are not ours to show.
 */
export function hasSandboxAuthenticator({ mail, backend }: Pick<Settings, 'mail' | 'backend'>): boolean {
  return mail.kind === 'sandbox' && backend.mode !== 'supabase'
}
