import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { inject } from 'vitest'
import { migrate } from '../src/database/migrate.ts'
import { type OpenDatabase, openDatabase } from '../src/database/open-database.ts'
import {
  type NoTables,
  openPlatform,
  openPlatformOn,
  type Platform,
  type TablesOfProduct,
} from '../src/platform.ts'
import type { PlatformSettings } from '../src/platform-settings.ts'
import type { DatabaseSettings, Mail } from '../src/settings.ts'
import { DatabasePool } from './database-pool.ts'
import { givenDatabase, type TestDatabase } from './given-database.ts'
import { truncateAll } from './truncate-all.ts'

/** A mail as it would have been sent, with what it was made of. */
type SentMail = Mail & { kind: string; code: string; link: string }

export type TestPlatform<ProductTables extends TablesOfProduct = NoTables> = Platform<ProductTables> & {
  app: FastifyInstance
  /** The place where it listens. */
  url: string
  /** Every mail so far, oldest first. */
  mails: SentMail[]
  /** The newest mail to an address; throws when there is none. */
  lastMailTo: (email: string) => SentMail
  /** What the server has logged so far, one JSON line each. */
  logs: string[]
}

/** Rates that no test reaches unless it means to. */
const plenty = { max: 100_000, seconds: 1 }

/** The tables that the platform's own suites work with. */
export const fixtureDir = join(import.meta.dirname, 'fixture')

const lender = new DatabasePool(
  async () => {
    const database = await openDatabase((await givenDatabase()).settings)
    await database.withSession((session) => migrate(session, fixtureDir))
    return database
  },
  {
    untouched: [
      'supabase_migrations.schema_migrations',
      'platform.migrations',
      'platform.secrets',
      'storage.buckets',
    ],
    restore: `delete from storage.buckets where id <> 'shared-files'`,
  },
)

/**
 * A platform on a database of its own, unless it is given one, listening on a free port. Mails are kept instead of sent,
 * hashing is quick, and nothing limits the rate; `overrides` changes that. `opened` is the database of the overrides where somebody
 * has it open: it is used as it is, and stays open.
 */
export async function givenPlatform<ProductTables extends TablesOfProduct = NoTables>(
  overrides: Partial<PlatformSettings> = {},
  opened?: OpenDatabase,
): Promise<TestPlatform<ProductTables>> {
  const openOn = (database: OpenDatabase | undefined) => (all: PlatformSettings) =>
    database ? openPlatformOn<ProductTables>(database, all) : openPlatform<ProductTables>(all)
  if (overrides.database) return serve(openOn(opened), overrides.database, overrides)
  if (opened) throw new Error('A database that is open is given together with its settings.')
  const { settings, database, drop } = await borrowOrCopy()
  const platform = await serve(openOn(database), settings, overrides)
  return { ...platform, close: () => platform.close().then(drop) }
}

/** A database for several platforms in turn, since opening one takes far longer than anything a test does to it. */
export type SharedDatabase = {
  /** A platform on what is there. */
  open: (overrides?: Omit<Partial<PlatformSettings>, 'database'>) => Promise<TestPlatform>
  /** A platform on the database emptied. */
  openEmpty: (overrides?: Omit<Partial<PlatformSettings>, 'database'>) => Promise<TestPlatform>
  drop: () => Promise<void>
}

/** One of its own for whoever sets a limit. */
export async function givenSharedDatabase(
  limits?: Pick<DatabaseSettings, 'waitTimeoutMs'>,
): Promise<SharedDatabase> {
  const { settings: given, database: lent, drop } = limits ? await ownCopy() : await borrowOrCopy()
  const settings = { ...given, ...limits }
  const database = lent ?? (await openDatabase(settings))
  const open: SharedDatabase['open'] = (overrides = {}) =>
    serve((all) => openPlatformOn(database, all), settings, overrides)
  return {
    open,
    openEmpty: async (overrides) => {
      await truncateAll(database.db)
      return open(overrides)
    },
    drop: () => database.close().then(drop),
  }
}

type Copy = TestDatabase & { database?: OpenDatabase }

/** Gives a database of its own; what opens on it makes the fixture's tables. */
const ownCopy = (): Promise<Copy> => givenDatabase()

/** A PGlite is lent, which is open already; of PostgreSQL a copy is made. */
async function borrowOrCopy(): Promise<Copy> {
  if (inject('platformTemplate').kind === 'postgres') return givenDatabase()
  const { database, release } = await lender.lend()
  return { settings: { kind: 'pglite', dataDir: 'memory' }, database, drop: release }
}

async function serve<ProductTables extends TablesOfProduct>(
  openOne: (settings: PlatformSettings) => Promise<Platform<ProductTables>>,
  database: DatabaseSettings,
  overrides: Partial<PlatformSettings>,
): Promise<TestPlatform<ProductTables>> {
  const folder = await mkdtemp(join(tmpdir(), 'platform-test-'))
  const mails: SentMail[] = []
  const logs: string[] = []
  const platform = await openOne({
    migrationsDir: fixtureDir,
    externalUrl: 'http://platform.test',
    siteUrl: 'http://site.test',
    sendMail: async (mail) => {
      const facts = JSON.parse(mail.text) as { kind: string; code: string; link: string }
      mails.push({ ...mail, ...facts })
    },
    renderMail: (kind, { code, link }) => ({
      subject: kind,
      text: JSON.stringify({ kind, code, link }),
      html: '',
    }),
    storage: { folder },
    ...overrides,
    database,
    auth: { bcryptCost: 4, smtpMaxFrequency: 0, ...overrides.auth },
    rateLimits: { token: plenty, otp: plenty, verify: plenty, signup: plenty, ...overrides.rateLimits },
  })
  const app = fastify({
    logger: { level: 'warn', stream: { write: (line: string) => void logs.push(line) } },
  })
  await app.register(platform.plugin)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    ...platform,
    app,
    url,
    mails,
    logs,
    lastMailTo: (email) => {
      const mail = mails.findLast(({ to }) => to === email)
      if (!mail) throw new Error(`No mail was sent to ${email}.`)
      return mail
    },
    close: async () => {
      await app.close()
      await platform.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
