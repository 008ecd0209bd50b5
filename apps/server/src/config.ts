import type { Owner } from '@app/contracts/client-config'
import type { AlarmSettings } from './config/alarms.ts'
import type { AnalyticsSettings } from './config/analytics.ts'
import type { BackendSettings } from './config/backend.ts'
import type { BackupSettings } from './config/backups.ts'
import { contradictions } from './config/contradictions.ts'
import type { DailyMessagingSettings } from './config/daily-messaging.ts'
import { decideEnvironment, unnamedServices } from './config/decide-environment.ts'
import { type Environment, withoutEmpty } from './config/environment.ts'
import type { LogLevel } from './config/general.ts'
import type { HttpSettings } from './config/http.ts'
import type { LimitSettings } from './config/limits.ts'
import type { MailSettings } from './config/mail.ts'
import { ownerVariables } from './config/owner.ts'
import type { PanelSettings } from './config/panel.ts'
import type { PasswordSettings } from './config/passwords.ts'
import type { PaymentSettings } from './config/payments.ts'
import { areWhole, type Parts, readParts } from './config/read-parts.ts'
import type { SessionSettings } from './config/sessions.ts'
import type { StorageSettings } from './config/storage.ts'
import type { WeeklyMailSettings } from './config/weekly-mail.ts'
import type { WhatsappSettings } from './config/whatsapp.ts'

export type Settings = {
  /** In the sandbox nothing leaves the machine. */
  environment: 'sandbox' | 'production'
  http: HttpSettings & { host: string }
  logLevel: LogLevel
  /** The time between the announcement of a shutdown and the shutdown. */
  drainMs: number
  /** The time without progress after which the process ends itself; null for never. */
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
  limits: LimitSettings
  sessions: SessionSettings
  passwords: PasswordSettings
  owner: Owner
  posthog: AnalyticsSettings
  /** Lets monitoring read the metrics; null restricts them to the staff. */
  metricsToken: string | null
  panel: PanelSettings
}

/** Lists all problems of the environment, one line each. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/**
 * Turns the environment into settings, once, at start. `sampleOwner` stands in for requisites that
 * the sandbox does not have. Throws `ConfigError` with every problem together.
 */
export function readConfig(environment: Environment, sampleOwner: Owner): Settings {
  const env = withoutEmpty(environment)
  const { production, signs } = decideEnvironment(env)
  const problems: string[] = []
  const parts = readParts(env, { production, sampleOwner }, problems)
  problems.push(...contradictions(env, { production, sample: ownerVariables(sampleOwner) }))
  problems.push(...unnamedServices(env))
  if (signs.length > 0 && problems.length > 0) {
    problems.push(
      `NODE_ENV: is taken for production because of ${signs.join(', ')} (SANDBOX=1 makes a sandbox of it)`,
    )
  }
  if (problems.length > 0 || !areWhole(parts)) throw new ConfigError(problems)
  return toSettings(parts, production)
}

function toSettings({ general, analytics, ...parts }: Parts, production: boolean): Settings {
  const { http, backend } = parts
  return {
    ...{ ...parts, ...analytics },
    environment: production ? 'production' : 'sandbox',
    // Visitors come through the proxy on this machine, and the sandbox, which shows everybody's
    // mails, is for this machine only.
    http: { ...http, host: http.host ?? '127.0.0.1' },
    logLevel: general.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    // The embedded database has one process, so no other could serve.
    drainMs: (general.DRAIN_SECONDS ?? (backend.mode === 'embedded' ? 0 : 3)) * 1000,
    watchdogMs: general.WATCHDOG_SECONDS > 0 ? general.WATCHDOG_SECONDS * 1000 : null,
  }
}
