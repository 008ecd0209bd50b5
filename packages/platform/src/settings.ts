import type { DatabaseSettings } from './database/database-settings.ts'
import type { AroundMigrations } from './database/migrate.ts'
import type { GivenKeys } from './keys/signing-keys.ts'
import type { OptionalService } from './optional-service.ts'

export type { DatabaseSettings }

/** What a mail is for; the caller chooses its words. */
export type MailKind =
  | 'confirmation'
  | 'magic_link'
  | 'recovery'
  | 'invite'
  | 'email_change'
  | 'reauthentication'
  | NoticeKind

/** A change of how an account is signed in to, of which its owner is told. */
export type NoticeKind =
  | 'password_changed'
  | 'phone_changed'
  | 'factor_added'
  | 'factor_removed'
  | 'passkey_added'
  | 'passkey_removed'

/**
 * The facts a mail may show: `code` is the one-time code, `link` does the same by one click. A notice has neither, but says when
 * something was changed, and by which browser where one did it.
 */
export type MailFacts = {
  to: string
  code: string
  link: string
  expiresInSeconds: number
  siteUrl: string
  changed: { at: Date; userAgent: string | null } | null
  /** Of a change of address: what it was, if anything, and what it is to be. Its link leads to a page that asks for the code. */
  change?: AddressChange
}

export type AddressChange = { from: string | null; to: string }

export type MailText = { subject: string; text: string; html: string }

export type Mail = MailText & { to: string }

/** How a text reaches a phone: as an SMS or through WhatsApp. */
export type TextChannel = 'sms' | 'whatsapp'

/** Who carries texts to phones. `send` takes the number without a plus; it rejects when the text was not taken over. */
export type TextProvider = {
  name: string
  channels: readonly TextChannel[]
  send: (phone: string, text: string, channel: TextChannel) => Promise<void>
}

/** Codes by text. `{{ .Code }}` in a template stands for the code. */
export type SmsSettings = {
  autoconfirm: boolean
  otpLength: number
  otpExp: number
  /** The pause between two texts to one number. */
  maxFrequency: number
  template: string
  /** Numbers that get no text: their code is always the one given here. */
  testCodes: Readonly<Record<string, string>>
  testCodesValidUntil: Date | null
}

/** Named after GoTrue's settings. Durations are seconds. */
export type AuthSettings = {
  disableSignup: boolean
  emailEnabled: boolean
  phoneEnabled: boolean
  anonymousUsersEnabled: boolean
  autoconfirm: boolean
  jwtExp: number
  /** Defaults to `${externalUrl}/auth/v1`. */
  jwtIssuer: string
  otpLength: number
  otpExp: number
  /** The pause between two mails to one address. */
  smtpMaxFrequency: number
  /** Guesses at one code by whoever asked for it. */
  otpMaxTries: number
  sms: SmsSettings
  /** Whether people may sign up with a password. It counts once the code of that very sign-up is shown. */
  passwordSignup: boolean
  /** Whether what a request says about a new person, its `data`, counts once its own code is shown. */
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
  /** Whether people may change the address or number they sign in with; with `off` only holders of the secret key may. */
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
  /** Whether users may add and remove ways to sign in. */
  manualLinkingEnabled: boolean
  /** Roles of a token that may use the admin API. */
  adminRoles: readonly string[]
  mfa: MfaSettings
  /** Told of each password that does not open the account it was tried at; the refusal waits for it. */
  onWrongPassword: (userId: string) => Promise<void>
  hooks: HooksSettings
  webauthn: WebAuthnSettings
  web3: Web3Settings
  saml: SamlSettings
  /** Sites people may sign in at, by the name clients use for them. */
  providers: Readonly<Record<string, ProviderSettings>>
  bcryptCost: number
  /** Addresses a link may return to besides `siteUrl`; `*` stands for anything but a dot or a slash, `**` for anything. */
  uriAllowList: readonly string[]
}

/**
 * People of companies may sign in at their company; they have `relayStateValidity` seconds to come back. Requests are signed
 * with `privateKey`, an RSA key in PEM, if there is one; it opens assertions too where encrypted ones are allowed.
 */
type SamlSettings = {
  enabled: boolean
  relayStateValidity: number
  privateKey?: string
  allowEncryptedAssertions?: boolean
}

/**
 * A hook of the operator's: a function of the database, `pg-functions://postgres/<schema>/<name>`, or an address; calls to it
 * are signed with each of `secrets`, `v1,whsec_<base64>`.
 */
export type HookSettings = { uri: string; secrets?: readonly string[] }

/**
 * Keys in authenticators, which belong to the domain `rpId` and are used on the pages of `origins` alone: as second factors, and
 * as passkeys that sign in by themselves.
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
   * What a session by a passkey counts as. With `aal2`, which NIST SP 800-63B gives an authenticator that was unlocked, a passkey
   * is added only in a session that is one already.
   */
  passkeyAssurance: 'aal1' | 'aal2'
}

/** What is asked before a token is signed or an account made, in place of mailing and texting, and of each proof by a password or a second factor. */
export type HooksSettings = {
  customAccessToken?: HookSettings
  sendEmail?: HookSettings
  sendSms?: HookSettings
  mfaVerificationAttempt?: HookSettings
  passwordVerificationAttempt?: HookSettings
  beforeUserCreated?: HookSettings
}

/** Wallets people may sign in with; a message they sign is taken for `maximumValidity` seconds. */
type Web3Settings = { ethereum: boolean; solana: boolean; maximumValidity: number }

/** A site people may sign in at. */
export type ProviderSettings = {
  /** `openid` unless said otherwise. */
  speaks?: 'openid' | 'github'
  issuer: string
  /** The first is ours at the provider; tokens made for the others, such as an app's, are taken too. */
  clientIds: readonly string[]
  secret: string
  /** Defaults to `${externalUrl}/auth/v1/callback`. */
  redirectUri?: string
  skipNonceCheck?: boolean
}

export type MfaSettings = {
  maxEnrolledFactors: number
  challengeExpiry: number
  totpEnrollEnabled: boolean
  totpVerifyEnabled: boolean
  phoneEnrollEnabled: boolean
  phoneVerifyEnabled: boolean
  phoneOtpLength: number
  phoneTemplate: string
  /** The pause between two texts for one factor. */
  phoneMaxFrequency: number
  /** Whoever has one of these as `app_metadata.role` cannot remove their last factor. */
  requiredOfAppRoles: readonly string[]
  /**
   * A factor or a passkey is added, and a passkey or a verified factor removed, only in a session whose user proved themselves within
   * this time; null asks for no proof.
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
  /** Mails and texts with a code that one network may have sent to one address; kept in the database. */
  codesPerAddress: RateLimit
  /** Addresses and numbers that one network may have codes sent to; the same one again is free. */
  addressesPerNetwork: RateLimit
  /** Wrong codes for one address by networks that did not ask for one; kept in the database. */
  guessesPerAddress: RateLimit
  /** Wrong passwords for one account by one network; kept in the database. */
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

/** Bytes of files lie in `s3` if it is given, else in `folder`. */
export type StorageSettings = {
  folder: string
  fileSizeLimit: number
  /** How many uploads may be under way at once, in each process: from one address, and in all. */
  uploadsAtOnce: { ofAddress: number; inAll: number }
  /** How long the sender of an upload may send nothing, or next to nothing, though it is waited for, until the connection is ended; or up to a tenth longer. */
  longestSilenceMs: number
  s3?: S3Settings
}

/** How a request's transaction ends, by PostgREST's names; with an override, `Prefer: tx=` may say otherwise. */
export type TransactionEnd = 'commit' | 'commit-allow-override' | 'rollback' | 'rollback-allow-override'

/** Which regular expressions filters may match: any, those that take no unreasonable time by themselves, or none. */
export type RegularExpressions = 'all' | 'simple' | 'none'

export type RestSettings = {
  schemas: readonly string[]
  /** Where names without a schema are looked up after the schema a request is for. */
  extraSearchPath: readonly string[]
  /** The most rows of one answer. */
  maxRows: number | null
  /** The most bytes of the rows of one answer, so that no request takes all memory; null, as many as PostgreSQL makes. */
  maxBytes: number | null
  txEnd: TransactionEnd
  regularExpressions: RegularExpressions
  /** Whether clients may see how PostgreSQL runs their requests. */
  planEnabled: boolean
  /** Whether clients may have rows counted, summed up and the like: `select=total:price.sum()`. */
  aggregatesEnabled: boolean
  /**
   * Users whose `app_metadata.role` is one of these see the description of a schema, as the secret key does, in a session
   * with two factors.
   */
  describeTo: readonly string[]
}

/** A call of a function is answered 504 when it has not answered for `timeoutMs`. */
export type FunctionSettings = { timeoutMs: number }

export type PlatformSettings = {
  database: DatabaseSettings
  /** The product's migrations, `<timestamp>_<name>.sql`; they run after the platform's own. */
  migrationsDir?: string
  /** Is told when a database that is in use is about to be changed, and of what comes of it. */
  aroundMigrations?: AroundMigrations | undefined
  /** Where the platform is reached from outside: with the path it lies under, if any, and without or with `/auth/v1`. */
  externalUrl: string
  /** Where links in mails lead people back to. */
  siteUrl: string
  /** Returns true for the origins whose pages may call the services; null, the default, lets those of any. */
  isAllowedOrigin?: ((origin: string) => boolean) | null
  /** Keys that sign tokens instead of the platform's own. */
  keys?: GivenKeys
  /** Holds the key that seals the platform's secrets in the database; made at the first start. Without it they lie there in the clear. */
  keyFile?: string
  sendMail: (mail: Mail) => Promise<void>
  renderMail: (kind: MailKind, facts: MailFacts) => MailText
  /** Without it no code goes to a phone. */
  texts?: TextProvider
  auth?: Partial<AuthSettings>
  rateLimits?: Partial<RateLimits>
  serviceLimits?: Partial<ServiceLimits>
  storage: Pick<StorageSettings, 'folder'> & Partial<StorageSettings>
  rest?: Partial<RestSettings>
  /** The folder of `<name>/index.ts` functions, written as for hosted Supabase. Without it every one answers 404. */
  functionsDir?: string
  functions?: Partial<FunctionSettings>
  /** Services that are served besides, such as `realtime()` of `optional/realtime`. */
  optional?: readonly OptionalService[]
}
