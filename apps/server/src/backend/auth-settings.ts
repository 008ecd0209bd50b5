import { signInRules } from '@app/contracts/sign-in'
import { metadataRoles } from '@app/domain/auth/roles'
import type { AuthSettings, RateLimits } from '@app/platform/settings'
import type { Settings } from '../config.ts'

/**
 * How the product has people sign in: by a mailed code, with a password only beside it. Nothing counts that was said of an
 * address before it was proven.
 */
export function authSettings({
  limits,
  sessions,
}: Pick<Settings, 'limits' | 'sessions'>): Partial<AuthSettings> {
  return {
    smtpMaxFrequency: limits.mailIntervalSeconds,
    passwordSignup: false,
    signupData: false,
    otpExp: signInRules.codeLifetimeSeconds,
    passwordMinLength: signInRules.passwordMinLength,
    passwordRefuseCommon: true,
    updatePasswordRequireCurrentPassword: true,
    notifyPasswordChanged: true,
    sessionInactivityTimeout: sessions.idleSeconds,
    sessionTimebox: sessions.maxSeconds,
    sessionTimeboxByRole: Object.fromEntries(
      Object.values(metadataRoles).map((role) => [role, sessions.staffSeconds]),
    ),
  }
}

/** How often sign-in may be asked. */
export function authLimits({ limits }: Pick<Settings, 'limits'>): Partial<RateLimits> {
  const { token, otp, verify, signup, codesPerAddress, guessesPerAddress, passwordsPerAccount } = limits
  return { token, otp, verify, signup, codesPerAddress, guessesPerAddress, passwordsPerAccount }
}
