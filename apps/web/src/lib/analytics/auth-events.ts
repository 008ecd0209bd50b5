import { emailDomain } from '@app/domain/analytics/email-domain'
import { analytics } from './analytics.ts'

const { track } = analytics

/** `link`: by the mail's link. */
export type AuthMethod = 'code' | 'link' | 'password' | 'recovery'

export function authAttempted(method: AuthMethod, email: string): void {
  track('auth_attempt', { method, email_domain: emailDomain(email) })
}

export function authSucceeded(method: AuthMethod, email: string, isNewUser = false): void {
  track('auth_success', { method, email_domain: emailDomain(email), is_new_user: isNewUser })
  analytics.setPersonProperties({ sign_in_method: method })
}

/** `reason` is the sign-in service's code, or the status it answered with. */
export function authFailed(method: AuthMethod, email: string, reason: string): void {
  track('auth_failure', { method, email_domain: emailDomain(email), reason })
}

export function loggedOut(scope: 'local' | 'global'): void {
  track('logout', { scope })
}
