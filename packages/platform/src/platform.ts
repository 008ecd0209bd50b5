import type { FastifyPluginAsync } from 'fastify'
import { type DrainOuterGeneric, type Kysely, sql } from 'kysely'
import { authPlugin } from './auth/auth-plugin.ts'
import { EmailSender } from './auth/delivery/email-sender.ts'
import { type PurgedSignIns, purgeSignIns } from './auth/purge-sign-ins.ts'
import { checkRights } from './database/check-rights.ts'
import { checkVersion } from './database/check-version.ts'
import type { Listen, OpenDatabase } from './database/database.ts'
import { refuseLostFolder } from './database/folder/refuse-lost-folder.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase } from './database/open-database.ts'
import type { PlatformTables } from './database/tables.ts'
import { functionsPlugin } from './functions/functions-plugin.ts'
import { setNoStore } from './http/set-no-store.ts'
import { type KeyRing, loadKeys } from './keys/keys.ts'
import { createDatabaseLimits } from './limits/database-limits.ts'
import type { OpenLimiter } from './limits/limiter.ts'
import { createMemoryLimits } from './limits/memory-limits.ts'
import type { PlatformSettings } from './platform-settings.ts'
import { resolveSettings } from './resolve-settings.ts'
import { restPlugin } from './rest/rest-plugin.ts'
import type { ResolvedSettings } from './settings.ts'
import { storagePlugin } from './storage/storage-plugin.ts'
import { openStore } from './storage/stores/open-store.ts'

/** Publishable and secret keys go into `apikey`; the two JWTs are what older clients send instead. */
export type PlatformKeys = Pick<KeyRing, 'publishable' | 'secret' | 'anonJwt' | 'serviceRoleJwt'>

/** Rows by the names of the tables that a product adds. */
export type TablesOfProduct = Record<string, Record<string, unknown>>
export type NoTables = Record<never, never>

export type Platform<ProductTables extends TablesOfProduct = NoTables> = {
  /** The database as its owner: row-level security does not apply. Inside a transaction always pass `trx` on. */
  db: Kysely<DrainOuterGeneric<PlatformTables & ProductTables>>
  /** Mounts /auth/v1, /rest/v1, /storage/v1, /functions/v1 and the optional services. */
  plugin: FastifyPluginAsync
  keys: PlatformKeys
  /** Opens a limiter that every process on this database counts together with. */
  openLimiter: OpenLimiter
  /** Throws when the database does not answer. */
  ping: () => Promise<void>
  /**
   * A number that changes whenever the database has answered something, and while it is at work
   * that may take minutes; null for a database in a process of its own.
   */
  signsOfLife: (() => number) | null
  /** Lets the files of an embedded database be copied while it goes on; null for any other. */
  beginCopy: OpenDatabase['beginCopy']
  /** Deletes expired sign-in data; called daily. */
  purgeSignIns: () => Promise<PurgedSignIns>
  /** Runs a script of SQL statements as the owner. */
  runScript: (script: string) => Promise<void>
  /** Waits for mails under way and closes the database. Close the Fastify server first. */
  close: () => Promise<void>
}

/**
 * Opens the database, runs migrations and returns the platform. Throws an explained error when that
 * is impossible.
 */
export async function openPlatform<ProductTables extends TablesOfProduct = NoTables>(
  settings: PlatformSettings,
): Promise<Platform<ProductTables>> {
  await refuseLostFolder(settings)
  const database = await openDatabase(settings.database)
  try {
    const platform = await openPlatformOn<ProductTables>(database, settings)
    return { ...platform, close: () => platform.close().then(database.close) }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** The same on a database that is open, and stays open. */
export async function openPlatformOn<ProductTables extends TablesOfProduct = NoTables>(
  database: OpenDatabase,
  settings: PlatformSettings,
): Promise<Platform<ProductTables>> {
  await database.withSession(async (session) => {
    await checkVersion(session)
    await checkRights(session)
    await migrate(session, settings.migrationsDir, settings.aroundMigrations)
  })
  const keys = await loadKeys(database.db, settings.keys, settings.keyFile)
  const resolved = resolveSettings(settings)
  const emailSender = new EmailSender(resolved, keys)
  const openLimiter =
    settings.database.kind === 'pglite' ? createMemoryLimits() : createDatabaseLimits(database.db)
  return {
    db: database.db.$extendTables<ProductTables>(),
    plugin: createServicesPlugin(
      {
        db: database.db,
        narrowDb: database.narrowDb,
        listen: database.listen,
        keys,
        settings: resolved,
        emailSender,
        openLimiter,
      },
      settings,
    ),
    keys: {
      publishable: keys.publishable,
      secret: keys.secret,
      anonJwt: keys.anonJwt,
      serviceRoleJwt: keys.serviceRoleJwt,
    },
    openLimiter,
    ping: async () => {
      await sql`select 1`.execute(database.db)
    },
    signsOfLife: database.signsOfLife,
    beginCopy: database.beginCopy,
    purgeSignIns: () => purgeSignIns(database.db, resolved, settings.optionalSignIns ?? []),
    runScript: (script) => database.withSession((session) => session.script(script)),
    close: () => emailSender.drain(),
  }
}

type PlatformServices = {
  db: Kysely<PlatformTables>
  narrowDb: Kysely<PlatformTables>
  listen: Listen
  keys: KeyRing
  settings: ResolvedSettings
  emailSender: EmailSender
  openLimiter: OpenLimiter
}

function createServicesPlugin(services: PlatformServices, given: PlatformSettings): FastifyPluginAsync {
  const store = openStore(services.settings.storage)
  return async (app) => {
    setNoStore(app)
    app.addHook('onSend', async (_request, reply) => {
      if (reply.statusCode === 503) reply.header('retry-after', '5')
    })
    const { isAllowedOrigin } = services.settings
    const optional = given.optionalSignIns ?? []
    await app.register(authPlugin, { ...services, optional, prefix: '/auth/v1' })
    await app.register(restPlugin, { ...services, prefix: '/rest/v1' })
    await app.register(storagePlugin, { ...services, store, prefix: '/storage/v1' })
    const isAlone = given.database.kind === 'pglite'
    for (const { plugin, prefix } of given.optional ?? []) {
      await app.register(plugin, { ...services, isAllowedOrigin, isAlone, prefix })
    }
    await app.register(functionsPlugin, {
      db: services.db,
      keys: services.keys,
      openLimiter: services.openLimiter,
      rateLimit: services.settings.serviceLimits.functions,
      folder: given.functionsDir,
      settings: services.settings.functions,
      externalUrl: services.settings.externalUrl,
      isAllowedOrigin,
      prefix: '/functions/v1',
    })
  }
}

export type { PlatformSettings, PlatformTables }
