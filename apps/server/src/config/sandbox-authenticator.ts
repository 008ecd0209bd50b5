import type { Settings } from '../config.ts'

/**
 * Returns true when the sandbox shows second-factor codes. A hosted sign-in service does not reveal
 * its keys.
 */
export function hasSandboxAuthenticator({ mail, backend }: Pick<Settings, 'mail' | 'backend'>): boolean {
  return mail.kind === 'sandbox' && backend.mode !== 'supabase'
}
