import { createPrivateKey } from 'node:crypto'
import type { JWK } from 'jose'
import { isObject } from '../http/json.ts'
import type { GivenKeys } from '../keys/signing-keys.ts'
import { defaultMfa, defaultWebAuthn } from '../resolve-settings.ts'
import type {
  AuthSettings,
  MfaSettings,
  ProviderSettings,
  RateLimit,
  RateLimits,
  WebAuthnSettings,
} from '../settings.ts'
import { given, type Variables } from './read-variables.ts'

/** GoTrue's settings under GoTrue's names; what is not given keeps its default. */
export function readAuth(env: Variables): Partial<AuthSettings> {
  const mfa: MfaSettings = {
    ...defaultMfa,
    ...given({
      maxEnrolledFactors: env.count('GOTRUE_MFA_MAX_ENROLLED_FACTORS'),
      challengeExpiry: env.seconds('GOTRUE_MFA_CHALLENGE_EXPIRY_DURATION'),
      totpEnrollEnabled: env.flag('GOTRUE_MFA_TOTP_ENROLL_ENABLED'),
      totpVerifyEnabled: env.flag('GOTRUE_MFA_TOTP_VERIFY_ENABLED'),
    }),
  }
  return given({
    disableSignup: env.flag('GOTRUE_DISABLE_SIGNUP'),
    emailEnabled: env.flag('GOTRUE_EXTERNAL_EMAIL_ENABLED'),
    phoneEnabled: env.flag('GOTRUE_EXTERNAL_PHONE_ENABLED'),
    phoneAutoconfirm: env.flag('GOTRUE_SMS_AUTOCONFIRM'),
    anonymousUsersEnabled: env.flag('GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED'),
    autoconfirm: env.flag('GOTRUE_MAILER_AUTOCONFIRM'),
    jwtExp: env.countAboveZero('GOTRUE_JWT_EXP'),
    jwtIssuer: env.text('GOTRUE_JWT_ISSUER'),
    adminRoles: env.list('GOTRUE_JWT_ADMIN_ROLES'),
    otpLength: env.countAboveZero('GOTRUE_MAILER_OTP_LENGTH'),
    otpExp: env.seconds('GOTRUE_MAILER_OTP_EXP'),
    smtpMaxFrequency: env.seconds('GOTRUE_SMTP_MAX_FREQUENCY'),
    passwordMinLength: env.count('GOTRUE_PASSWORD_MIN_LENGTH'),
    secureEmailChange: env.flag('GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED'),
    manualLinkingEnabled: env.flag('GOTRUE_SECURITY_MANUAL_LINKING_ENABLED'),
    refreshTokenRotation: env.flag('GOTRUE_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED'),
    refreshTokenReuseInterval: env.seconds('GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL'),
    updatePasswordRequireReauthentication: env.flag(
      'GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION',
    ),
    updatePasswordRequireCurrentPassword: env.flag(
      'GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD',
    ),
    notifyPasswordChanged: env.flag('GOTRUE_MAILER_NOTIFICATIONS_PASSWORD_CHANGED_ENABLED'),
    sessionInactivityTimeout: env.seconds('GOTRUE_SESSIONS_INACTIVITY_TIMEOUT'),
    sessionTimebox: env.seconds('GOTRUE_SESSIONS_TIMEBOX'),
    uriAllowList: env.list('GOTRUE_URI_ALLOW_LIST'),
    mfa,
    webauthn: readWebAuthn(env),
    saml: {
      enabled: env.flag('GOTRUE_SAML_ENABLED') ?? false,
      relayStateValidity: env.seconds('GOTRUE_SAML_RELAY_STATE_VALIDITY_PERIOD') ?? 120,
      ...given({
        privateKey: readSamlKey(env),
        allowEncryptedAssertions: env.flag('GOTRUE_SAML_ALLOW_ENCRYPTED_ASSERTIONS'),
      }),
    },
    web3: {
      ethereum: env.flag('GOTRUE_EXTERNAL_WEB3_ETHEREUM_ENABLED') ?? false,
      solana: env.flag('GOTRUE_EXTERNAL_WEB3_SOLANA_ENABLED') ?? false,
      maximumValidity:
        env.seconds('GOTRUE_EXTERNAL_WEB3_ETHEREUM_MAXIMUM_VALIDITY_DURATION') ??
        env.seconds('GOTRUE_EXTERNAL_WEB3_SOLANA_MAXIMUM_VALIDITY_DURATION') ??
        600,
    },
    providers: readProviders(env),
  })
}

/** An RSA key as GoTrue wants it, PKCS #1 in base64, or in PEM. */
function readSamlKey(env: Variables): string | undefined {
  const name = 'GOTRUE_SAML_PRIVATE_KEY'
  const text = env.text(name)
  if (text === undefined) return undefined
  try {
    const key = text.includes('-----')
      ? createPrivateKey(text)
      : createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs1' })
    if (key.asymmetricKeyType === 'rsa') return key.export({ type: 'pkcs8', format: 'pem' }).toString()
  } catch {
    // Told below, like a key of another kind.
  }
  env.refuse(name, 'an RSA private key: PKCS #1 in base64, or PEM')
  return undefined
}

function readWebAuthn(env: Variables): WebAuthnSettings {
  return {
    ...defaultWebAuthn(env.text('GOTRUE_SITE_URL') ?? 'http://localhost:3000'),
    ...given({
      factorsEnabled: env.flag('GOTRUE_MFA_WEB_AUTHN_ENROLL_ENABLED'),
      passkeysEnabled: env.flag('GOTRUE_PASSKEY_ENABLED'),
      maxPasskeys: env.count('GOTRUE_PASSKEY_MAX_PASSKEYS_PER_USER'),
      rpId: env.text('GOTRUE_WEBAUTHN_RP_ID'),
      rpName: env.text('GOTRUE_WEBAUTHN_RP_DISPLAY_NAME'),
      origins: env.list('GOTRUE_WEBAUTHN_RP_ORIGINS'),
      challengeExpiry: env.seconds('GOTRUE_WEBAUTHN_CHALLENGE_EXPIRY_DURATION'),
    }),
  }
}

/** Providers whose address everyone knows; any other needs its own, GOTRUE_EXTERNAL_<PROVIDER>_URL. */
const issuers: Readonly<Record<string, string>> = {
  github: 'https://github.com',
  google: 'https://accounts.google.com',
  gitlab: 'https://gitlab.com',
  linkedin_oidc: 'https://www.linkedin.com/oauth',
  slack_oidc: 'https://slack.com',
  twitch: 'https://id.twitch.tv/oauth2',
}
const notProviders = ['email', 'phone', 'anonymous_users', 'web3_ethereum', 'web3_solana']

function readProviders(env: Variables): Record<string, ProviderSettings> {
  const providers: Record<string, ProviderSettings> = {}
  for (const [, upper = ''] of env.matching(/^GOTRUE_EXTERNAL_(.+)_ENABLED$/)) {
    const name = upper.toLowerCase()
    const variable = (part: string) => `GOTRUE_EXTERNAL_${upper}_${part}`
    if (notProviders.includes(name) || !env.flag(variable('ENABLED'))) continue
    const issuer = env.text(variable('URL')) ?? issuers[name]
    const redirectUri = env.text(variable('REDIRECT_URI'))
    if (!issuer || !URL.canParse(issuer)) env.refuse(variable('URL'), 'the address of an OpenID provider')
    providers[name] = {
      issuer: issuer ?? '',
      clientIds: env.list(variable('CLIENT_ID')) ?? [],
      secret: env.text(variable('SECRET')) ?? '',
      ...(name === 'github' ? { speaks: 'github' } : {}),
      skipNonceCheck: env.flag(variable('SKIP_NONCE_CHECK')) ?? false,
      ...(redirectUri ? { redirectUri } : {}),
    }
  }
  return providers
}

const fiveMinutes = 300
const hour = 3600

/** GoTrue counts these over five minutes, sign-ups over an hour; unless told, it counts no sign-ups with an address. What
 * one network asks to be mailed, to one address and to different ones, is counted over a day, by names of our own. */
export function readRateLimits(env: Variables): Partial<RateLimits> {
  const limit = (name: string, seconds: number): RateLimit | undefined => {
    const max = env.count(name)
    return max === undefined ? undefined : { max, seconds }
  }
  return given({
    token: limit('GOTRUE_RATE_LIMIT_TOKEN_REFRESH', fiveMinutes),
    otp: limit('GOTRUE_RATE_LIMIT_OTP', fiveMinutes),
    verify: limit('GOTRUE_RATE_LIMIT_VERIFY', fiveMinutes),
    codesPerAddress: limit('AUTH_CODES_PER_ADDRESS', 24 * hour),
    addressesPerNetwork: limit('AUTH_ADDRESSES_PER_NETWORK', 24 * hour),
    signup: limit('GOTRUE_RATE_LIMIT_ANONYMOUS_USERS', hour) ?? { max: 1000, seconds: fiveMinutes },
  })
}

/** The keys tokens are signed with: a secret, a JSON list of private JWKs, both or none. */
export function readKeys(env: Variables): GivenKeys {
  return given({ jwtSecret: env.text('GOTRUE_JWT_SECRET'), jwtKeys: readJwks(env) })
}

function readJwks(env: Variables): JWK[] | undefined {
  const name = 'GOTRUE_JWT_KEYS'
  const text = env.text(name)
  if (text === undefined) return undefined
  try {
    const keys: unknown = JSON.parse(text)
    if (Array.isArray(keys) && keys.every((key) => isObject(key) && typeof key.kty === 'string')) {
      return keys as JWK[]
    }
  } catch {
    // Told below, like a list of the wrong things.
  }
  env.refuse(name, 'a JSON array of private JWKs')
  return undefined
}
