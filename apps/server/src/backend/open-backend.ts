import { openPlatform, openPlatformOn, type Platform, type PlatformSettings } from '@app/platform'
import type { AroundMigrations } from '@app/platform/database/migrate'
import type { OpenDatabase } from '@app/platform/database/open-database'
import { createDatabaseLimits } from '@app/platform/limits/database-limits'
import type { OpenLimiter } from '@app/platform/limits/limiter'
import type { AuthSettings, DatabaseSettings } from '@app/platform/settings'
import type { FastifyPluginAsync } from 'fastify'
import { type Kysely, sql } from 'kysely'
import type { Settings } from '../config.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { OwnTables, Tables } from '../services/tables.ts'
import { makePrivateFolders } from './make-private-folders.ts'
import { openPostgres } from './open-postgres.ts'
import { platformSettings } from './platform-settings.ts'
import { readLeakedPasswords } from './read-leaked-passwords.ts'

/** The database and what answers sign-in, data and files. */
export type Backend = {
  kind: DatabaseSettings['kind']
  db: Kysely<Tables>
  /** Throws when the database does not answer. */
  ping: () => Promise<void>
  /** Changes while a database in this process lives; null for one elsewhere. */
  signsOfLife: (() => number) | null
  /** Lets another process copy the files of an embedded database while it goes on; null for any other. */
  beginCopy: Platform['beginCopy']
  /** Sign-in, data and files when they live in this process; null when they are hosted elsewhere. */
  platform: FastifyPluginAsync | null
  /** Deletes expired sign-in data; null when sign-ins are hosted elsewhere. */
  purgeSignIns: Platform['purgeSignIns'] | null
  /** Opens a limiter that all processes of the installation hold together. */
  openLimiter: OpenLimiter
  supabase: { url: string; publishableKey: string; secretKey: string }
  close: () => Promise<void>
}

/** Replacements of settings for tests. */
export type BackendOverrides = {
  /** Replaces the database of the settings, without sealed keys. */
  database?: DatabaseSettings | undefined
  /** An open database, which stays open. */
  openDatabase?: OpenDatabase | undefined
  auth?: Partial<AuthSettings> | undefined
  /** Replaces the product's migrations. */
  migrationsDir?: string | undefined
}

/** Opens our own platform, or connects to a hosted one. */
export async function openBackend(
  settings: Settings,
  mailer: Pick<Mailer, 'send'>,
  {
    aroundMigrations,
    ...overrides
  }: BackendOverrides & { aroundMigrations?: AroundMigrations | undefined } = {},
): Promise<Backend> {
  const { backend } = settings
  if (backend.mode === 'supabase') return openHosted(backend)

  await makePrivateFolders([backend.dataDir, backend.storageDir])
  const product = platformSettings(settings, () => platform.db)
  const own = databaseOf(backend)
  const leakedPasswords = await readLeakedPasswords(settings.passwords.leaksFile)
  const wanted: PlatformSettings = {
    ...product,
    ...(overrides.migrationsDir && { migrationsDir: overrides.migrationsDir }),
    aroundMigrations,
    auth: { ...product.auth, leakedPasswords, ...overrides.auth },
    ...(overrides.database ? { database: overrides.database } : { database: own, keyFile: backend.keyFile }),
    storage: { folder: backend.storageDir, ...(settings.storage.s3 ? { s3: settings.storage.s3 } : {}) },
    sendMail: mailer.send,
  }
  const platform: Platform<OwnTables> = await (overrides.openDatabase
    ? openPlatformOn<OwnTables>(overrides.openDatabase, wanted)
    : openPlatform<OwnTables>(wanted))
  return {
    kind: (overrides.database ?? own).kind,
    db: platform.db,
    ping: platform.ping,
    signsOfLife: platform.signsOfLife,
    beginCopy: platform.beginCopy,
    platform: platform.plugin,
    purgeSignIns: platform.purgeSignIns,
    openLimiter: platform.openLimiter,
    supabase: {
      url: settings.http.siteUrl,
      publishableKey: platform.keys.publishable,
      secretKey: platform.keys.secret,
    },
    close: platform.close,
  }
}

function databaseOf(backend: Exclude<Settings['backend'], { mode: 'supabase' }>): DatabaseSettings {
  return backend.mode === 'embedded'
    ? { kind: 'pglite', dataDir: backend.databaseDir, statementTimeoutMs: backend.statementTimeoutMs }
    : { kind: 'postgres', ...backend.database }
}

function openHosted(backend: Extract<Settings['backend'], { mode: 'supabase' }>): Backend {
  const db = openPostgres(backend.database)
  return {
    kind: 'postgres',
    db,
    ping: async () => {
      await sql`select 1`.execute(db)
    },
    platform: null,
    purgeSignIns: null,
    signsOfLife: null,
    beginCopy: null,
    openLimiter: createDatabaseLimits(db),
    supabase: {
      url: backend.supabaseUrl,
      publishableKey: backend.publishableKey,
      secretKey: backend.secretKey,
    },
    close: () => db.destroy(),
  }
}
