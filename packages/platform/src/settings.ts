import type { DatabaseSettings } from './database/database-settings.ts'

export type { DatabaseSettings }

/** The purpose of a mail. */
export type MailKind =
  | 'confirmation'
  | 'magic_link'
  | 'recovery'
  | 'invite'
  | 'email_change'
  | 'reauthentication'
  | NoticeKind

/** A change of sign-in methods that the user is notified of. */
export type NoticeKind =
  | 'password_changed'
  | 'phone_changed'
  | 'factor_added'
  | 'factor_removed'
  | 'passkey_added'
  | 'passkey_removed'

/**
 * The facts a mail may show: `code` is the one-time code, `link` does the same by one click. A
 * notice has neither, but says when something was changed, and by which browser where one did it.
 */
export type MailFacts = {
  to: string
  code: string
  link: string
  expiresInSeconds: number
  siteUrl: string
  changed: { at: Date; userAgent: string | null } | null
  /**
   * For a change of address: the old and new ones. The link opens a page that asks for the code.
   */
  change?: AddressChange
}

export type AddressChange = { from: string | null; to: string }

export type MailText = { subject: string; text: string; html: string }

export type Mail = MailText & { to: string }

/** Named after GoTrue's settings. Durations are seconds. */
export type AuthSettings = {
  disableSignup: boolean
  emailEnabled: boolean
  phoneEnabled: boolean
  /** Numbers count without a proof. Without it nobody signs up with one: no code is sent to a phone. */
  phoneAutoconfirm: boolean
  anonymousUsersEnabled: boolean
  autoconfirm: boolean
  jwtExp: number
  /** Defaults to `${externalUrl}/auth/v1`. */
  jwtIssuer: string
  otpLength: number
  otpExp: number
  /** The pause between two mails to one address. */
  smtpMaxFrequency: number
  /** The guesses at one code by its requester. */
  otpMaxTries: number
  /** True when sign-up with a password is allowed. It counts after the sign-up's own code. */
  passwordSignup: boolean
  /** True when `data` of a request counts after its own code. */
  signupData: boolean
  passwordMinLength: number
  /** Names of the site in Latin letters, which no password may contain, beside the one in `siteUrl`. */
  siteNames: readonly string[]
  /** Passwords that have leaked somewhere, which are refused; null knows of none. */
  leakedPasswords: { has: (password: string) => boolean } | null
  /** A notice is mailed to the user whose password, number, factors or passkeys were changed. */
  notifyOfChanges: boolean
  refreshTokenRotation: boolean
  refreshTokenReuseInterval: number
  secureEmailChange: boolean
  /**
   * Says whether people may change the address or number they sign in with; with `off` only holders
   * of the secret key may.
   */
  addressChange: 'on' | 'off'
  /** A new password needs a mailed code when the sign-in is older than a day. */
  updatePasswordRequireReauthentication: boolean
  /** A new password needs the present one, a mailed code, or a sign-in by a mailed code moments ago. */
  updatePasswordRequireCurrentPassword: boolean
  /** Seconds without use after which a session ends; 0 never. */
  sessionInactivityTimeout: number
  /** Seconds after which a session ends in any case; 0 never. */
  sessionTimebox: number
  /** The same for users whose `app_metadata.role` is named here. */
  sessionTimeboxByRole: Readonly<Record<string, number>>
  /** Roles of a token that may use the admin API. */
  adminRoles: readonly string[]
  mfa: MfaSettings
  /** Called for each wrong password, before the refusal. */
  onWrongPassword: (userId: string) => Promise<void>
  webauthn: WebAuthnSettings
  bcryptCost: number
  /** Addresses a link may return to besides `siteUrl`; `*` stands for anything but a dot or a slash, `**` for anything. */
  uriAllowList: readonly string[]
}

/**
 * Keys in authenticators, which belong to the domain `rpId` and are used on the pages of `origins`
 * alone: as second factors, and as passkeys that sign in by themselves.
 */
export type WebAuthnSettings = {
  factorsEnabled: boolean
  passkeysEnabled: boolean
  rpId: string
  rpName: string
  origins: readonly string[]
  challengeExpiry: number
  maxPasskeys: number
  /**
   * The assurance level of a passkey session. With `aal2` (NIST SP 800-63B) adding a passkey needs
   * it, too.
   */
  passkeyAssurance: 'aal1' | 'aal2'
}

export type MfaSettings = {
  maxEnrolledFactors: number
  challengeExpiry: number
  totpEnrollEnabled: boolean
  totpVerifyEnabled: boolean
  /** Users with these roles cannot remove their last factor. */
  requiredOfAppRoles: readonly string[]
  /**
   * A factor or a passkey is added, and a passkey or a verified factor removed, only in a session
   * whose user proved themselves within this time; null asks for no proof.
   */
  enrollWithinSeconds: number | null
}

/** At most `max` requests from one address in `seconds`. */
export type RateLimit = { max: number; seconds: number }

export type RateLimits = {
  token: RateLimit
  otp: RateLimit
  verify: RateLimit
  signup: RateLimit
  /** Mails with a code that one network may have sent to one address; kept in the database. */
  codesPerAddress: RateLimit
  /** Addresses and numbers that one network may have codes sent to; the same one again is free. */
  addressesPerNetwork: RateLimit
  /** Wrong codes for one address by networks that did not ask for one; kept in the database. */
  guessesPerAddress: RateLimit
  /** The limit of wrong passwords for an account and a network, kept in the database. */
  passwordsPerAccount: RateLimit
  /** Wrong codes for one second factor, of all sessions that have shown none, and of each that has; kept in the database. */
  guessesPerFactor: RateLimit
  /** Changes of address or number that one account may ask for; kept in the database. */
  changesPerAccount: RateLimit
}

/** Limits of all calls to a service together; null counts none, as the services this platform stands in for. */
export type ServiceLimits = Record<'rest' | 'storage' | 'functions', RateLimit | null>

/** A bucket that speaks as Amazon S3 does; objects are reached as `<endpoint>/<bucket>/<key>`. */
export type S3Settings = {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** The store of files: `s3` if given, else `folder`. */
export type StorageSettings = {
  folder: string
  fileSizeLimit: number
  /** The limits of concurrent uploads in a process: for one address, and in total. */
  uploadsAtOnce: { ofAddress: number; inAll: number }
  /**
   * The time that the sender of an upload may send nothing, or next to nothing, though it is waited
   * for, until the connection is ended; or up to a tenth longer.
   */
  stalledTimeoutMs: number
  s3?: S3Settings
}

/**
 * The way a request's transaction ends, by PostgREST's names; with an override, `Prefer: tx=` may
 * say otherwise.
 */
export type TransactionEnd = 'commit' | 'commit-allow-override' | 'rollback' | 'rollback-allow-override'

/** The allowed regular expressions: all, safe ones, or none. */
export type RegularExpressions = 'all' | 'simple' | 'none'

export type RestSettings = {
  schemas: readonly string[]
  /** Schemas for unqualified names after the request's schema. */
  extraSearchPath: readonly string[]
  /** The maximum of rows in an answer. */
  maxRows: number | null
  /** The most bytes of the rows of one answer, so that no request takes all memory; null, as many as PostgreSQL makes. */
  maxBytes: number | null
  txEnd: TransactionEnd
  regularExpressions: RegularExpressions
  /** True when clients may request query plans. */
  planEnabled: boolean
  /** True when clients may aggregate: `select=total:price.sum()`. */
  aggregatesEnabled: boolean
  /**
   * Users whose `app_metadata.role` is one of these see the description of a schema, as the secret
   * key does, in a session with two factors.
   */
  describeTo: readonly string[]
}

/** A call of a function is answered 504 when it has not answered for `timeoutMs`. */
export type FunctionSettings = { timeoutMs: number }

/** The settings that services go by, with every default filled in. */
export type ResolvedSettings = {
  externalUrl: string
  siteUrl: string
  isAllowedOrigin: ((origin: string) => boolean) | null
  sendMail: (mail: Mail) => Promise<void>
  renderMail: (kind: MailKind, facts: MailFacts) => MailText
  auth: AuthSettings
  rateLimits: RateLimits
  serviceLimits: ServiceLimits
  storage: StorageSettings
  rest: RestSettings
  functions: FunctionSettings
}
