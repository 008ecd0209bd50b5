import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPlatform, type Platform } from '@app/platform/platform'
import type { Mail, PlatformSettings } from '@app/platform/settings'
import fastify, { type FastifyInstance } from 'fastify'
import { givenDatabase } from './given-database.ts'
import { migrationsDir } from './template.ts'

/** A mail as it would have been sent, with what it was made of. */
export type SentMail = Mail & { kind: string; code: string; link: string }

export type TestPlatform<ProductTables = unknown> = Platform<ProductTables> & {
  app: FastifyInstance
  /** Where it listens. */
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

/**
 * A platform on a database of its own, listening on a free port. Mails are kept instead of sent, hashing is quick, and
 * nothing limits the rate; `overrides` changes that.
 */
export async function givenPlatform<ProductTables = unknown>(
  overrides: Partial<PlatformSettings> = {},
): Promise<TestPlatform<ProductTables>> {
  const database = overrides.database ? null : await givenDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'platform-test-'))
  const mails: SentMail[] = []
  const logs: string[] = []
  const platform = await openPlatform<ProductTables>({
    database: database?.settings ?? { kind: 'pglite', dataDir: 'memory' },
    migrationsDir,
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
      await database?.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
