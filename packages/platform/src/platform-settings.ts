import type { OptionalSignIn } from './auth/optional-sign-in.ts'
import type { DatabaseSettings } from './database/database-settings.ts'
import type { AroundMigrations } from './database/migrate.ts'
import type { GivenKeys } from './keys/signing-keys.ts'
import type { OptionalService } from './optional-service.ts'
import type {
  AuthSettings,
  FunctionSettings,
  Mail,
  MailFacts,
  MailKind,
  MailText,
  RateLimits,
  RestSettings,
  ServiceLimits,
  StorageSettings,
} from './settings.ts'

export type PlatformSettings = {
  database: DatabaseSettings
  /** The product's migrations, `<timestamp>_<name>.sql`; they run after the platform's own. */
  migrationsDir?: string
  /** Callbacks around migrations of an existing database. */
  aroundMigrations?: AroundMigrations | undefined
  /**
   * The place where the platform is reached from outside: with the path it lies under, if any, and
   * without or with `/auth/v1`.
   */
  externalUrl: string
  /** The place where links in mails lead people back to. */
  siteUrl: string
  /** Returns true for the origins whose pages may call the services; null, the default, lets those of any. */
  isAllowedOrigin?: ((origin: string) => boolean) | null
  /** Keys that sign tokens instead of the platform's own. */
  keys?: GivenKeys
  /** Holds the key that seals the platform's secrets in the database; made at the first start. Without it they lie there in the clear. */
  keyFile?: string
  sendMail: (mail: Mail) => Promise<void>
  renderMail: (kind: MailKind, facts: MailFacts) => MailText
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
  /** Ways to sign in besides, such as `saml()` of `optional/saml`. */
  optionalSignIns?: readonly OptionalSignIn[]
}
