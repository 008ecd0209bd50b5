import { realtime } from '../optional/realtime/realtime.ts'
import type { PlatformSettings } from '../settings.ts'
import { readAuth, readKeys, readRateLimits } from './read-auth.ts'
import { readRealtime, readRest, readStorage } from './read-services.ts'
import { isDatabaseUrl, Variables } from './read-variables.ts'

export type RunnerSettings = {
  port: number
  /** The address that is listened on. */
  host: string
  platform: Omit<PlatformSettings, 'sendMail' | 'renderMail'>
  /** SQL files to run as the owner before listening. */
  initSql: readonly string[]
  /** A file of leaked passwords, which are refused; null refuses none. */
  leakedPasswordsFile: string | null
  /** Where captured mails can be read; null keeps them unread. */
  mailPort: number | null
}

/**
 * Turns the environment into settings, by the names that the services this platform stands in for use themselves.
 * Throws one error that names every variable that is wrong.
 */
export function readEnvironment(source: Readonly<Record<string, string | undefined>>): RunnerSettings {
  const env = new Variables(source)
  const port = env.count('PORT') ?? 54321
  const externalUrl = env.text('API_EXTERNAL_URL') ?? `http://localhost:${port}`
  const siteUrl = env.text('GOTRUE_SITE_URL') ?? 'http://localhost:3000'
  for (const [name, url] of [
    ['API_EXTERNAL_URL', externalUrl],
    ['GOTRUE_SITE_URL', siteUrl],
  ] as const) {
    if (!URL.canParse(url)) env.refuse(name, 'an absolute URL')
  }
  const databaseUrl = env.text('DATABASE_URL')
  if (databaseUrl && !isDatabaseUrl(databaseUrl)) env.refuse('DATABASE_URL', 'an absolute URL')
  const dataDir = env.text('TEST_DATA_DIR') ?? './data/platform'
  const initSql = env.list('TEST_INIT_SQL') ?? []
  const functionsDir = env.text('TEST_FUNCTIONS_DIR')
  const migrationsDir = env.text('TEST_MIGRATIONS_DIR')
  const settings: RunnerSettings = {
    port,
    // Nobody else's machine comes in unless that was asked for.
    host: env.text('HOST') ?? '127.0.0.1',
    platform: {
      database: databaseUrl
        ? { kind: 'postgres', url: databaseUrl }
        : {
            kind: 'pglite',
            dataDir: dataDir === 'memory' ? 'memory' : `${dataDir}/db`,
            ...(initSql.length > 0 ? { extensions: ['pgcrypto', 'uuid-ossp'] as const } : {}),
          },
      externalUrl,
      siteUrl,
      // A folder as `supabase functions deploy` finds it.
      ...(functionsDir !== undefined && { functionsDir }),
      ...(migrationsDir !== undefined && { migrationsDir }),
      keys: readKeys(env),
      auth: readAuth(env),
      rateLimits: readRateLimits(env),
      rest: readRest(env),
      optional: [realtime(readRealtime(env))],
      storage: readStorage(env, dataDir === 'memory' ? '' : `${dataDir}/storage`),
    },
    initSql,
    leakedPasswordsFile: env.text('PASSWORD_LEAKS_FILE') ?? null,
    mailPort: env.count('TEST_MAIL_PORT') ?? null,
  }
  env.check()
  return settings
}
