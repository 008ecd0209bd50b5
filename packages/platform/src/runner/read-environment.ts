import type { JWK } from 'jose'
import type { ProvidersSettings } from '../optional/providers/provider-settings.ts'
import { providers } from '../optional/providers/providers.ts'
import { realtime } from '../optional/realtime/realtime.ts'
import { saml } from '../optional/sso/saml.ts'
import { web3 } from '../optional/web3/web3.ts'
import type { PlatformSettings } from '../platform-settings.ts'
import { defaultMfa, defaultWebAuthn } from '../resolve-settings.ts'
import type { RateLimit, TransactionEnd } from '../settings.ts'
import {
  count,
  countAboveZero,
  databaseUrl,
  expected,
  flag,
  list,
  parseSeconds,
  readerOf,
  text,
  url,
} from './read-variables.ts'

/**
 * Turns the environment into settings, by the names that upstream's services use themselves. Throws
 * one error that names every variable that is wrong.
 */
export function readEnvironment(env: Readonly<Record<string, string | undefined>>) {
  const { read, check } = readerOf(env)
  const own = {
    ...{ port: 54321, host: '127.0.0.1', siteUrl: 'http://localhost:3000', dataDir: './data/platform' },
    ...read({
      port: [count, 'PORT'],
      host: [text, 'HOST'],
      externalUrl: [url, 'API_EXTERNAL_URL'],
      siteUrl: [url, 'GOTRUE_SITE_URL'],
      databaseUrl: [databaseUrl, 'DATABASE_URL'],
      dataDir: [text, 'TEST_DATA_DIR'],
      initSql: [list, 'TEST_INIT_SQL'],
      mailPort: [count, 'TEST_MAIL_PORT'],
    }),
  }
  const isInMemory = own.dataDir === 'memory'
  const extensions = own.initSql ? { extensions: ['pgcrypto', 'uuid-ossp'] as const } : {}
  const platform: Omit<PlatformSettings, 'sendMail' | 'renderMail'> = {
    database: own.databaseUrl
      ? { kind: 'postgres', url: own.databaseUrl }
      : { kind: 'pglite', dataDir: isInMemory ? 'memory' : `${own.dataDir}/db`, ...extensions },
    externalUrl: own.externalUrl ?? `http://localhost:${own.port}`,
    siteUrl: own.siteUrl,
    ...read({ functionsDir: [text, 'TEST_FUNCTIONS_DIR'], migrationsDir: [text, 'TEST_MIGRATIONS_DIR'] }),
    keys: read({ jwtSecret: [text, 'GOTRUE_JWT_SECRET'], jwtKeys: [jwks, 'GOTRUE_JWT_KEYS'] }),
    auth: {
      ...read(auth),
      mfa: { ...defaultMfa, ...read(mfa) },
      webauthn: { ...defaultWebAuthn(own.siteUrl), ...read(webauthn) },
    },
    // GoTrue's default has no limit for sign-ups with an address.
    rateLimits: { signup: { max: 1000, seconds: 300 }, ...read(rateLimits) },
    rest: read(rest),
    storage: {
      folder: isInMemory ? '' : `${own.dataDir}/storage`,
      ...read({ fileSizeLimit: [countAboveZero, 'FILE_SIZE_LIMIT'] }),
    },
    optional: [realtime(read(perAddress))],
    optionalSignIns: [
      providers({
        sites: readSites(env, read),
        ...read({ manualLinking: [flag, 'GOTRUE_SECURITY_MANUAL_LINKING_ENABLED'] }),
      }),
      saml({ enabled: false, ...read({ enabled: [flag, 'GOTRUE_SAML_ENABLED'] }) }),
      web3(
        read({
          ethereum: [flag, 'GOTRUE_EXTERNAL_WEB3_ETHEREUM_ENABLED'],
          solana: [flag, 'GOTRUE_EXTERNAL_WEB3_SOLANA_ENABLED'],
        }),
      ),
    ],
  }
  check()
  return { ...own, platform }
}

const auth = {
  disableSignup: [flag, 'GOTRUE_DISABLE_SIGNUP'],
  emailEnabled: [flag, 'GOTRUE_EXTERNAL_EMAIL_ENABLED'],
  phoneEnabled: [flag, 'GOTRUE_EXTERNAL_PHONE_ENABLED'],
  phoneAutoconfirm: [flag, 'GOTRUE_SMS_AUTOCONFIRM'],
  anonymousUsersEnabled: [flag, 'GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED'],
  autoconfirm: [flag, 'GOTRUE_MAILER_AUTOCONFIRM'],
  jwtExp: [countAboveZero, 'GOTRUE_JWT_EXP'],
  jwtIssuer: [text, 'GOTRUE_JWT_ISSUER'],
  adminRoles: [list, 'GOTRUE_JWT_ADMIN_ROLES'],
  otpLength: [countAboveZero, 'GOTRUE_MAILER_OTP_LENGTH'],
  otpExp: [parseSeconds, 'GOTRUE_MAILER_OTP_EXP'],
  smtpMaxFrequency: [parseSeconds, 'GOTRUE_SMTP_MAX_FREQUENCY'],
  passwordMinLength: [count, 'GOTRUE_PASSWORD_MIN_LENGTH'],
  secureEmailChange: [flag, 'GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED'],
  refreshTokenRotation: [flag, 'GOTRUE_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED'],
  refreshTokenReuseInterval: [parseSeconds, 'GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL'],
  updatePasswordRequireReauthentication: [flag, 'GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION'],
  updatePasswordRequireCurrentPassword: [flag, 'GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD'],
  sessionInactivityTimeout: [parseSeconds, 'GOTRUE_SESSIONS_INACTIVITY_TIMEOUT'],
  sessionTimebox: [parseSeconds, 'GOTRUE_SESSIONS_TIMEBOX'],
  uriAllowList: [list, 'GOTRUE_URI_ALLOW_LIST'],
} as const
const mfa = {
  maxEnrolledFactors: [count, 'GOTRUE_MFA_MAX_ENROLLED_FACTORS'],
  challengeExpiry: [parseSeconds, 'GOTRUE_MFA_CHALLENGE_EXPIRY_DURATION'],
  totpEnrollEnabled: [flag, 'GOTRUE_MFA_TOTP_ENROLL_ENABLED'],
  totpVerifyEnabled: [flag, 'GOTRUE_MFA_TOTP_VERIFY_ENABLED'],
} as const
const webauthn = {
  factorsEnabled: [flag, 'GOTRUE_MFA_WEB_AUTHN_ENROLL_ENABLED'],
  passkeysEnabled: [flag, 'GOTRUE_PASSKEY_ENABLED'],
  rpId: [text, 'GOTRUE_WEBAUTHN_RP_ID'],
  origins: [list, 'GOTRUE_WEBAUTHN_RP_ORIGINS'],
} as const
/** GoTrue counts these over five minutes, anonymous sign-ups over an hour; the last two are the platform's own. */
const rateLimits = {
  token: [limit(300), 'GOTRUE_RATE_LIMIT_TOKEN_REFRESH'],
  otp: [limit(300), 'GOTRUE_RATE_LIMIT_OTP'],
  verify: [limit(300), 'GOTRUE_RATE_LIMIT_VERIFY'],
  signup: [limit(3600), 'GOTRUE_RATE_LIMIT_ANONYMOUS_USERS'],
  codesPerAddress: [limit(86_400), 'AUTH_CODES_PER_ADDRESS'],
  addressesPerNetwork: [limit(86_400), 'AUTH_ADDRESSES_PER_NETWORK'],
} as const
const rest = {
  schemas: [list, 'PGRST_DB_SCHEMAS'],
  extraSearchPath: [list, 'PGRST_DB_EXTRA_SEARCH_PATH'],
  maxRows: [countAboveZero, 'PGRST_DB_MAX_ROWS'],
  txEnd: [transactionEnd, 'PGRST_DB_TX_END'],
  planEnabled: [flag, 'PGRST_DB_PLAN_ENABLED'],
  aggregatesEnabled: [flag, 'PGRST_DB_AGGREGATES_ENABLED'],
} as const
const perAddress = {
  connectionsPerAddress: [countAboveZero, 'REALTIME_MAX_CONNECTIONS_PER_ADDRESS'],
  eventsPerSecondOfAddress: [countAboveZero, 'REALTIME_MAX_EVENTS_PER_SECOND_PER_ADDRESS'],
  joinsPerSecondOfAddress: [countAboveZero, 'REALTIME_MAX_JOINS_PER_SECOND_PER_ADDRESS'],
  bytesPerSecondOfAddress: [countAboveZero, 'REALTIME_MAX_BYTES_PER_SECOND_PER_ADDRESS'],
} as const

/** Sites whose address everyone knows; any other needs its own, GOTRUE_EXTERNAL_<SITE>_URL. */
const issuers: Readonly<Record<string, string>> = {
  github: 'https://github.com',
  google: 'https://accounts.google.com',
}

function readSites(
  env: Readonly<Record<string, string | undefined>>,
  read: ReturnType<typeof readerOf>['read'],
): ProvidersSettings['sites'] {
  const names = Object.keys(env).map((name) => /^GOTRUE_EXTERNAL_(.+)_CLIENT_ID$/.exec(name)?.[1])
  const sites = names.flatMap((upper) => {
    const prefix = `GOTRUE_EXTERNAL_${upper}`
    if (upper === undefined || !read({ isOn: [flag, `${prefix}_ENABLED`] }).isOn) return []
    const name = upper.toLowerCase()
    const site = {
      ...{ issuer: issuers[name] ?? '', clientIds: [], secret: '' },
      ...(name === 'github' ? { speaks: 'github' as const } : {}),
      ...read({
        issuer: [url, `${prefix}_URL`],
        clientIds: [list, `${prefix}_CLIENT_ID`],
        secret: [text, `${prefix}_SECRET`],
        redirectUri: [text, `${prefix}_REDIRECT_URI`],
        skipNonceCheck: [flag, `${prefix}_SKIP_NONCE_CHECK`],
      }),
    }
    return [[name, site] as const]
  })
  return Object.fromEntries(sites)
}

function limit(per: number): (value: string) => RateLimit {
  return (value) => ({ max: count(value), seconds: per })
}

function transactionEnd(value: string): TransactionEnd {
  const ends = ['commit', 'commit-allow-override', 'rollback', 'rollback-allow-override'] as const
  return ends.find((end) => end === value) ?? expected(`one of ${ends.join(', ')}`)
}

function jwks(value: string): JWK[] {
  try {
    const parsed: unknown = JSON.parse(value)
    if (Array.isArray(parsed)) return parsed
  } catch {
    // Reported below, because the parser's message repeats the value.
  }
  return expected('a JSON array of private JWKs')
}
