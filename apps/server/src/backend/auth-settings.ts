import { latinNames } from '@app/content/ru/brand'
import { secondFactorTexts } from '@app/content/ru/ui/second-factor'
import { signInRules } from '@app/contracts/sign-in'
import { supportsPasskeys } from '@app/domain/auth/passkey-site'
import { metadataRoles } from '@app/domain/auth/roles'
import { defaultWebAuthn } from '@app/platform/resolve-settings'
import type { AuthSettings, RateLimits } from '@app/platform/settings'
import type { Settings } from '../config.ts'

/**
 * Returns the product's sign-in settings: a mailed code, and optionally a password. Unverified
 * addresses have no rights, and users cannot change their address.
 */
export function authSettings({
  limits,
  sessions,
  http,
}: Pick<Settings, 'limits' | 'sessions' | 'http'>): Partial<AuthSettings> {
  return {
    smtpMaxFrequency: limits.mailIntervalSeconds,
    passwordSignup: false,
    addressChange: 'off',
    signupData: false,
    otpExp: signInRules.codeLifetimeSeconds,
    otpMaxTries: signInRules.codeTries,
    passwordMinLength: signInRules.passwordMinLength,
    siteNames: latinNames,
    updatePasswordRequireCurrentPassword: true,
    notifyOfChanges: true,
    // A passkey is in its owner's hands and was unlocked, so it counts as two factors.
    webauthn: {
      ...defaultWebAuthn(http.siteUrl),
      ...{ rpName: secondFactorTexts.issuer, passkeysEnabled: supportsPasskeys(http.siteUrl) },
      passkeyAssurance: 'aal2',
    },
    sessionInactivityTimeout: sessions.idleSeconds,
    sessionTimebox: sessions.maxSeconds,
    sessionTimeboxByRole: Object.fromEntries(
      Object.values(metadataRoles).map((role) => [role, sessions.staffSeconds]),
    ),
  }
}

export function authLimits({ limits }: Pick<Settings, 'limits'>): Partial<RateLimits> {
  const { token, otp, verify, signup } = limits
  const { codesPerAddress, addressesPerNetwork, guessesPerAddress, passwordsPerAccount } = limits
  return {
    token,
    otp,
    verify,
    signup,
    codesPerAddress,
    addressesPerNetwork,
    guessesPerAddress,
    passwordsPerAccount,
  }
}
