import type { Owner } from '@app/contracts/client-config'
import { z } from 'zod'
import { type AlarmSettings, alarmsSchema } from './config/alarms.ts'
import { type AnalyticsSettings, analyticsSchema } from './config/analytics.ts'
import { type BackendSettings, backendSchema } from './config/backend.ts'
import { type BackupSettings, backupsSchema } from './config/backups.ts'
import { type DailyMessagingSettings, dailyMessagingSchema } from './config/daily-messaging.ts'
import { decideEnvironment, unnamedServices } from './config/decide-environment.ts'
import { type Environment, flag, text, withoutEmpty } from './config/environment.ts'
import { type HttpSettings, httpSchema } from './config/http.ts'
import { type LimitSettings, limitsSchema } from './config/limits.ts'
import { isLocalAddress } from './config/local-address.ts'
import { type MailSettings, mailSchema } from './config/mail.ts'
import { ownerSchema, ownerVariables } from './config/owner.ts'
import { type PanelSettings, panelSchema, sandboxPanel } from './config/panel.ts'
import { type PaymentSettings, paymentsSchema } from './config/payments.ts'
import { type SessionSettings, sessionsSchema } from './config/sessions.ts'
import { type StorageSettings, storageSchema } from './config/storage.ts'
import { type TracingSettings, tracingSchema } from './config/tracing.ts'
import { type WeeklyMailSettings, weeklyMailSchema } from './config/weekly-mail.ts'
import { type WhatsappSettings, whatsappSchema } from './config/whatsapp.ts'

export type Settings = {
  /** In the sandbox nothing leaves the machine: mails are read on a page of our own. */
  environment: 'sandbox' | 'production'
  http: HttpSettings & { host: string }
  logLevel: LogLevel
  /** How long the server goes on serving after it has said that it is about to close. */
  drainMs: number
  /** After how long of standing still the process ends itself; null for never. */
  watchdogMs: number | null
  backend: BackendSettings
  storage: StorageSettings
  backups: BackupSettings
  mail: MailSettings
  payments: PaymentSettings
  whatsapp: WhatsappSettings
  dailyMessaging: DailyMessagingSettings
  weeklyMail: WeeklyMailSettings
  alarms: AlarmSettings
  /** Where traces of requests and jobs go; null traces nothing. */
  tracing: TracingSettings | null
  limits: LimitSettings
  sessions: SessionSettings
  owner: Owner
  posthog: AnalyticsSettings
  /** Lets a machine read the metrics; null leaves them to the staff. */
  metricsToken: string | null
  panel: PanelSettings
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** Everything that is wrong with the environment, one line each. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

const generalSchema = z.object({
  NODE_ENV: text.optional(),
  SANDBOX: flag.optional(),
  LOG_LEVEL: z.enum(logLevels).optional(),
  DRAIN_SECONDS: z.coerce.number().min(0).max(600).optional(),
  WATCHDOG_SECONDS: z.coerce.number().min(0).max(3600).default(30),
})

/**
 * Turns the environment into settings, once, at start. `sampleOwner` stands in for requisites that the sandbox
 * does not have. Throws `ConfigError` with every problem together.
 */
export function readConfig(environment: Environment, sampleOwner: Owner): Settings {
  const env = withoutEmpty(environment)
  const problems: string[] = []
  const read = <T>(schema: z.ZodType<T>, values: Environment) => collect(schema, values, problems)

  const { production, signs } = decideEnvironment(env)
  const general = read(generalSchema, env)
  const http = read(httpSchema, env)
  const backend = read(backendSchema, {
    ...env,
    MODE: env.MODE ?? (env.DATABASE_URL ? 'postgres' : 'embedded'),
  })
  const storage = read(storageSchema, { STORAGE: env.STORAGE_S3_BUCKET ? 's3' : 'folder', ...env })
  const backups = read(backupsSchema, {
    BACKUP: env.BACKUP_S3_BUCKET ? 's3' : env.BACKUP_DIR ? 'folder' : 'off',
    ...env,
  })
  const mail = read(mailSchema, { MAIL: 'sandbox', ...env })
  const payments = read(paymentsSchema, {
    PAYMENTS: 'sandbox',
    ...env,
    SITE_URL: http?.siteUrl ?? 'http://localhost',
  })
  const whatsapp = read(whatsappSchema, { WHATSAPP: 'sandbox', ...env })
  const dailyMessaging = read(dailyMessagingSchema, env)
  const weeklyMail = read(weeklyMailSchema, env)
  const analytics = read(analyticsSchema, {
    ANALYTICS: env.POSTHOG_KEY ? 'posthog' : 'off',
    ...env,
    SITE_URL: http?.siteUrl ?? 'http://localhost',
  })
  const alarms = read(alarmsSchema, {
    TELEGRAM: env.TELEGRAM_BOT_TOKEN ? 'bot' : production ? 'off' : 'sandbox',
    ...env,
    SITE_URL: http?.siteUrl ?? 'http://localhost',
  })
  const tracing = read(tracingSchema, env)
  const limits = read(limitsSchema, env)
  const sessions = read(sessionsSchema, env)
  const owner = read(ownerSchema, production ? env : { ...ownerVariables(sampleOwner), ...env })
  const panel = read(
    panelSchema,
    production || backend?.mode === 'supabase' ? env : { ...sandboxPanel, ...env },
  )
  problems.push(...contradictions(env, production, ownerVariables(sampleOwner)), ...unnamedServices(env))
  if (signs.length > 0 && problems.length > 0) {
    problems.push(
      `NODE_ENV: is taken for production because of ${signs.join(', ')} (SANDBOX=1 makes a sandbox of it)`,
    )
  }

  if (
    problems.length > 0 ||
    !general ||
    !http ||
    !backend ||
    !storage ||
    !backups ||
    !mail ||
    !payments ||
    !whatsapp ||
    !dailyMessaging ||
    !weeklyMail ||
    !analytics ||
    !alarms ||
    !tracing ||
    !limits ||
    !sessions ||
    !owner ||
    !panel
  ) {
    throw new ConfigError(problems)
  }
  return {
    environment: production ? 'production' : 'sandbox',
    // The sandbox shows everybody's mails, so it is for this machine only unless told otherwise.
    http: { ...http, host: http.host ?? (production ? '0.0.0.0' : 'localhost') },
    logLevel: general.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    // The embedded database has one process, and nobody else to ask meanwhile.
    drainMs: (general.DRAIN_SECONDS ?? (backend.mode === 'embedded' ? 0 : 3)) * 1000,
    watchdogMs: general.WATCHDOG_SECONDS > 0 ? general.WATCHDOG_SECONDS * 1000 : null,
    backend,
    storage,
    backups,
    mail,
    payments,
    whatsapp,
    dailyMessaging,
    weeklyMail,
    alarms,
    ...tracing,
    limits,
    sessions,
    owner,
    ...analytics,
    panel,
  }
}

function contradictions(env: Environment, production: boolean, sample: Record<string, string>): string[] {
  const problems: string[] = []
  if (env.MODE === 'embedded' && env.DATABASE_URL) {
    problems.push('DATABASE_URL: is set, but MODE=embedded keeps its own database; remove one of them')
  }
  const backup = env.BACKUP ?? env.BACKUP_S3_BUCKET ?? env.BACKUP_DIR ?? 'off'
  if (env.MODE === 'supabase' && backup !== 'off') {
    problems.push('BACKUP: hosted Supabase makes backups itself; switch them on there')
  }
  if (Boolean(env.SMTP_USER) !== Boolean(env.SMTP_PASSWORD)) {
    problems.push('SMTP_USER, SMTP_PASSWORD: set both or neither')
  }
  if (Boolean(env.POSTHOG_PERSONAL_KEY) !== Boolean(env.POSTHOG_PROJECT_ID)) {
    problems.push('POSTHOG_PERSONAL_KEY, POSTHOG_PROJECT_ID: set both or neither')
  }
  if (!production) return problems

  if ((env.MAIL ?? 'sandbox') === 'sandbox') {
    problems.push('MAIL: must be smtp in production, or nobody can sign in (SANDBOX=1 allows the sandbox)')
  }
  if ((env.PAYMENTS ?? 'sandbox') === 'sandbox') {
    problems.push(
      'PAYMENTS: must be robokassa in production, or off to sell nothing yet (SANDBOX=1 allows the sandbox)',
    )
  }
  if ((env.WHATSAPP ?? 'sandbox') === 'sandbox') {
    problems.push(
      'WHATSAPP: must be cloud in production, or off to send nothing (SANDBOX=1 allows the sandbox)',
    )
  }
  if (env.ROBOKASSA_TEST_MODE === '1') {
    problems.push(
      'ROBOKASSA_TEST_MODE: test payments cost nothing, so production takes none (SANDBOX=1 allows them)',
    )
  }
  if (env.ANALYTICS === 'sandbox') {
    problems.push('ANALYTICS: must be posthog or off in production (SANDBOX=1 allows the sandbox)')
  }
  if (env.TELEGRAM === 'sandbox') {
    problems.push('TELEGRAM: must be bot or off in production (SANDBOX=1 allows the sandbox)')
  }
  const mode = env.MODE ?? (env.DATABASE_URL ? 'postgres' : 'embedded')
  if (mode === 'postgres' && !env.KEYS_FILE) {
    problems.push(
      'KEYS_FILE: is required in production with PostgreSQL, where every process needs the same one',
    )
  }
  if (!env.SITE_URL) problems.push('SITE_URL: is required in production')
  if (env.SITE_URL?.startsWith('http:') && !isLocalAddress(env.SITE_URL)) {
    problems.push('SITE_URL: must be https in production, or codes and answers can be read on the way')
  }
  for (const [name, value] of Object.entries(sample)) {
    if (env[name] === value) problems.push(`${name}: is still the sample value`)
  }
  return problems
}

function collect<T>(schema: z.ZodType<T>, values: Environment, problems: string[]): T | null {
  const reading = schema.safeParse(values)
  if (reading.success) return reading.data
  for (const issue of reading.error.issues) {
    const name = issue.path.join('.')
    const missing = issue.code === 'invalid_type' && values[name] === undefined
    problems.push(`${name}: ${missing ? 'is required' : issue.message}`)
  }
  return null
}
