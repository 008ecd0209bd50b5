/** Where the data lives. `dataDir: 'memory'` keeps nothing; `dump` starts a new PGlite from a copy of another. */
export type DatabaseSettings =
  | { kind: 'pglite'; dataDir: string; dump?: Blob }
  | { kind: 'postgres'; url: string; poolSize?: number }

/** What a mail is for; the caller chooses its words. */
export type MailKind =
  | 'confirmation'
  | 'magic_link'
  | 'recovery'
  | 'invite'
  | 'email_change'
  | 'reauthentication'

/** The facts a mail may show: `code` is the one-time code, `link` does the same by one click. */
export type MailFacts = { to: string; code: string; link: string; expiresInSeconds: number; siteUrl: string }

export type MailText = { subject: string; text: string; html: string }

export type Mail = MailText & { to: string }

/** Named after GoTrue's settings. Durations are seconds. */
export type AuthSettings = {
  disableSignup: boolean
  emailEnabled: boolean
  anonymousUsersEnabled: boolean
  autoconfirm: boolean
  jwtExp: number
  /** Defaults to `${externalUrl}/auth/v1`. */
  jwtIssuer: string
  otpLength: number
  otpExp: number
  /** The pause between two mails to one address. */
  smtpMaxFrequency: number
  otpMaxTries: number
  passwordMinLength: number
  refreshTokenRotation: boolean
  refreshTokenReuseInterval: number
  secureEmailChange: boolean
  /** A new password needs a mailed code when the sign-in is older than a day. */
  updatePasswordRequireReauthentication: boolean
  /** Whether users may add and remove ways to sign in. */
  manualLinkingEnabled: boolean
  /** Roles of a token that may use the admin API. */
  adminRoles: readonly string[]
  mfa: MfaSettings
  bcryptCost: number
  /** Addresses a link may return to besides `siteUrl`; `*` stands for anything but a dot or a slash, `**` for anything. */
  uriAllowList: readonly string[]
}

export type MfaSettings = {
  maxEnrolledFactors: number
  challengeExpiry: number
  totpEnrollEnabled: boolean
  totpVerifyEnabled: boolean
}

/** At most `max` requests from one address in `seconds`. */
export type RateLimit = { max: number; seconds: number }

export type RateLimits = { token: RateLimit; otp: RateLimit; verify: RateLimit; signup: RateLimit }

export type StorageSettings = { folder: string; fileSizeLimit: number }

export type RestSettings = { schemas: readonly string[]; maxRows: number | null }

export type PlatformSettings = {
  database: DatabaseSettings
  /** The product's migrations, `<timestamp>_<name>.sql`; they run after the platform's own. */
  migrationsDir?: string
  /** Where the platform is reached from outside, without a trailing slash. */
  externalUrl: string
  /** Where links in mails lead people back to. */
  siteUrl: string
  sendMail: (mail: Mail) => Promise<void>
  renderMail: (kind: MailKind, facts: MailFacts) => MailText
  auth?: Partial<AuthSettings>
  rateLimits?: Partial<RateLimits>
  storage: Pick<StorageSettings, 'folder'> & Partial<StorageSettings>
  rest?: Partial<RestSettings>
  /** The folder of `<name>/index.ts` functions, written as for hosted Supabase. Without it every one answers 404. */
  functionsDir?: string
}
