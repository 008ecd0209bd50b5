import type {
  AuthSettings,
  MfaSettings,
  PlatformSettings,
  RateLimits,
  RealtimeSettings,
  RestSettings,
  ServiceLimits,
  SmsSettings,
  StorageSettings,
} from './settings.ts'

/** The settings with every default filled in. */
export type ResolvedSettings = Omit<
  PlatformSettings,
  'auth' | 'rateLimits' | 'serviceLimits' | 'storage' | 'rest' | 'realtime'
> & {
  auth: AuthSettings
  rateLimits: RateLimits
  serviceLimits: ServiceLimits
  storage: StorageSettings
  rest: RestSettings
  realtime: RealtimeSettings
}

const fiveMinutes = 300
const aDay = 24 * 3600
const codeTemplate = 'Your code is {{ .Code }}'

export const defaultSms: SmsSettings = {
  autoconfirm: false,
  otpLength: 6,
  otpExp: 600,
  maxFrequency: 60,
  template: codeTemplate,
  testCodes: {},
  testCodesValidUntil: null,
}

export const defaultMfa: MfaSettings = {
  maxEnrolledFactors: 10,
  challengeExpiry: fiveMinutes,
  totpEnrollEnabled: true,
  totpVerifyEnabled: true,
  phoneEnrollEnabled: false,
  phoneVerifyEnabled: false,
  phoneOtpLength: 6,
  phoneTemplate: codeTemplate,
  phoneMaxFrequency: 60,
  requiredOfAppRoles: [],
  enrollWithinSeconds: null,
}

/** Fills in GoTrue's, PostgREST's and the storage API's own defaults, except that a code lives for ten minutes. */
export function resolveSettings(settings: PlatformSettings): ResolvedSettings {
  const externalUrl = settings.externalUrl.replace(/\/+$/, '')
  return {
    ...settings,
    externalUrl,
    auth: {
      disableSignup: false,
      emailEnabled: true,
      phoneEnabled: false,
      anonymousUsersEnabled: false,
      autoconfirm: false,
      jwtExp: 3600,
      jwtIssuer: `${externalUrl}/auth/v1`,
      otpLength: 6,
      otpExp: 600,
      otpMaxTries: 5,
      smtpMaxFrequency: 60,
      sms: defaultSms,
      passwordSignup: true,
      signupData: true,
      passwordMinLength: 6,
      passwordRefuseCommon: false,
      notifyPasswordChanged: false,
      refreshTokenRotation: true,
      refreshTokenReuseInterval: 10,
      secureEmailChange: true,
      updatePasswordRequireReauthentication: false,
      updatePasswordRequireCurrentPassword: false,
      sessionInactivityTimeout: 0,
      sessionTimebox: 0,
      sessionTimeboxByRole: {},
      manualLinkingEnabled: false,
      adminRoles: ['service_role', 'supabase_admin'],
      providers: {},
      mfa: defaultMfa,
      onWrongPassword: async () => {},
      saml: { enabled: false, relayStateValidity: 120 },
      web3: { ethereum: false, solana: false, maximumValidity: 600 },
      bcryptCost: 10,
      uriAllowList: [],
      ...settings.auth,
    },
    rateLimits: {
      token: { max: 150, seconds: fiveMinutes },
      otp: { max: 30, seconds: fiveMinutes },
      verify: { max: 30, seconds: fiveMinutes },
      signup: { max: 30, seconds: fiveMinutes },
      codesPerAddress: { max: 30, seconds: aDay },
      guessesPerAddress: { max: 100, seconds: aDay },
      passwordsPerAccount: { max: 20, seconds: aDay },
      changesPerAccount: { max: 5, seconds: aDay },
      ...settings.rateLimits,
    },
    serviceLimits: { rest: null, storage: null, functions: null, ...settings.serviceLimits },
    storage: { fileSizeLimit: 50 * 1024 * 1024, ...settings.storage },
    rest: {
      schemas: ['public'],
      extraSearchPath: ['public', 'extensions'],
      maxRows: null,
      txEnd: 'commit',
      regularExpressions: 'simple',
      planEnabled: false,
      aggregatesEnabled: false,
      describeTo: [],
      ...settings.rest,
    },
    realtime: {
      publicChannels: true,
      connections: 10_000,
      connectionsPerAddress: 200,
      channelsPerConnection: 100,
      joinsPerSecond: 20,
      joinsPerSecondOfAddress: 100,
      eventsPerSecond: 100,
      eventsPerSecondOfAddress: 500,
      maxPayloadBytes: 256 * 1024,
      maxPresenceBytes: 10_000,
      maxBufferedBytes: 1024 * 1024,
      silenceMs: 60_000,
      sessionCheckMs: 30_000,
      messageDays: 3,
      ...settings.realtime,
    },
  }
}
