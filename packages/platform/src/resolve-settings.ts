import type { PlatformSettings } from './platform-settings.ts'
import type { MfaSettings, ResolvedSettings, StorageSettings, WebAuthnSettings } from './settings.ts'

const fiveMinutes = 300
const aDay = 24 * 3600
export const defaultMfa: MfaSettings = {
  maxEnrolledFactors: 10,
  challengeExpiry: fiveMinutes,
  totpEnrollEnabled: true,
  totpVerifyEnabled: true,
  requiredOfAppRoles: [],
  enrollWithinSeconds: null,
}

/** More than normal clients need, and less than a machine can hold. */
const defaultUploadsAtOnce: StorageSettings['uploadsAtOnce'] = { ofAddress: 500, inAll: 2000 }

/** Fills in GoTrue's, PostgREST's and the storage API's own defaults, except that a code lives for ten minutes. */
export function resolveSettings(settings: PlatformSettings): ResolvedSettings {
  const externalUrl = serviceOriginOf(settings.externalUrl)
  return {
    ...settings,
    externalUrl,
    isAllowedOrigin: settings.isAllowedOrigin ?? null,
    auth: authOf(settings, externalUrl),
    rateLimits: rateLimitsOf(settings),
    serviceLimits: { rest: null, storage: null, functions: null, ...settings.serviceLimits },
    storage: storageOf(settings),
    rest: restOf(settings),
    // The default of hosted Supabase.
    functions: { timeoutMs: 150_000, ...settings.functions },
  }
}

function authOf({ auth, siteUrl }: PlatformSettings, externalUrl: string): ResolvedSettings['auth'] {
  return {
    disableSignup: false,
    emailEnabled: true,
    phoneEnabled: false,
    phoneAutoconfirm: false,
    anonymousUsersEnabled: false,
    autoconfirm: false,
    jwtExp: 3600,
    jwtIssuer: `${externalUrl}/auth/v1`,
    otpLength: 6,
    otpExp: 600,
    otpMaxTries: 5,
    smtpMaxFrequency: 60,
    passwordSignup: true,
    signupData: true,
    passwordMinLength: 6,
    siteNames: [],
    leakedPasswords: null,
    notifyOfChanges: false,
    refreshTokenRotation: true,
    refreshTokenReuseInterval: 10,
    secureEmailChange: true,
    addressChange: 'on',
    updatePasswordRequireReauthentication: false,
    updatePasswordRequireCurrentPassword: false,
    sessionInactivityTimeout: 0,
    sessionTimebox: 0,
    sessionTimeboxByRole: {},
    adminRoles: ['service_role', 'supabase_admin'],
    mfa: defaultMfa,
    onWrongPassword: async () => {},
    webauthn: defaultWebAuthn(siteUrl),
    bcryptCost: 10,
    uriAllowList: [],
    ...auth,
  }
}

function rateLimitsOf({ rateLimits }: PlatformSettings): ResolvedSettings['rateLimits'] {
  return {
    token: { max: 150, seconds: fiveMinutes },
    otp: { max: 30, seconds: fiveMinutes },
    verify: { max: 30, seconds: fiveMinutes },
    signup: { max: 30, seconds: fiveMinutes },
    codesPerAddress: { max: 30, seconds: aDay },
    addressesPerNetwork: { max: 300, seconds: aDay },
    guessesPerAddress: { max: 100, seconds: aDay },
    passwordsPerAccount: { max: 20, seconds: aDay },
    guessesPerFactor: { max: 50, seconds: aDay },
    changesPerAccount: { max: 5, seconds: aDay },
    ...rateLimits,
  }
}

function storageOf({ storage }: PlatformSettings): ResolvedSettings['storage'] {
  return {
    fileSizeLimit: 50 * 1024 * 1024,
    uploadsAtOnce: defaultUploadsAtOnce,
    stalledTimeoutMs: 30_000,
    ...storage,
  }
}

function restOf({ rest }: PlatformSettings): ResolvedSettings['rest'] {
  return {
    schemas: ['public'],
    extraSearchPath: ['public', 'extensions'],
    maxRows: null,
    maxBytes: 32 * 1024 * 1024,
    txEnd: 'commit',
    regularExpressions: 'simple',
    planEnabled: false,
    aggregatesEnabled: false,
    describeTo: [],
    ...rest,
  }
}

/** GoTrue's own address ends in the path it is mounted at, in files that were written for it; the other services lie beside it. */
function serviceOriginOf(url: string): string {
  return url.replace(/\/+$/, '').replace(/\/auth\/v1$/, '')
}

/** WebAuthn settings from the site's URL, off by default. */
export function defaultWebAuthn(siteUrl: string): WebAuthnSettings {
  const site = URL.parse(siteUrl)
  const hostname = site?.hostname ?? ''
  return {
    factorsEnabled: false,
    passkeysEnabled: false,
    rpId: hostname,
    rpName: hostname,
    origins: site ? [site.origin] : [],
    challengeExpiry: fiveMinutes,
    maxPasskeys: 10,
    passkeyAssurance: 'aal1',
  }
}
