import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Pool } from 'pg'
import type { PlatformTables } from '../src/database/tables.ts'
import { realtime } from '../src/optional/realtime/realtime.ts'
import type { PlatformKeys } from '../src/platform.ts'
import { fixtureDir, givenPlatform } from '../testing/given-platform.ts'
import { truncateAll } from '../testing/truncate-all.ts'
import { reachByApi } from './reach-by-api.ts'
import { type Mailbox, reachMailbox } from './reach-mailbox.ts'

export type Server = {
  url: string
  keys: PlatformKeys
  /** Its database as the owner, for what no client may do: letting time pass, and looking at what is kept. */
  db: Kysely<PlatformTables>
  /** A code that signs an address in now: that of its newest mail, where mails can be looked at. */
  lastMailTo: (email: string) => Promise<Pick<SentMail, 'code'>>
  /** The mails, for cases that look at them; where they cannot be looked at the case ends here, as skipped. */
  requireMailbox: () => Mailbox
  /** Forgets every person, what they own and all mails. */
  reset: () => Promise<void>
  close: () => Promise<void>
}

export type SentMail = { to: string; kind: string; code: string; link: string }

/**
 * The server these suites drive from outside: one of our own, or the one at `PLATFORM_URL`, hosted Supabase included, with its keys in
 * `PLATFORM_ANON_KEY` and `PLATFORM_SERVICE_KEY`. That one is **emptied** before each case, so `PLATFORM_MAY_BE_EMPTIED` has to be its
 * URL, too. `PLATFORM_MAIL_URL`, which lists mails as the runner's mailbox does, lets those cases run that look at mails, and with
 * `PLATFORM_DATABASE_URL` besides those that look behind it; without the latter the fixture has to be there. Its site is `http://site.test`, it keeps no pause between mails,
 * and it limits no rates.
 */
export function givenServer(): Promise<Server> {
  return outside.url ? reachServer(outside.url.replace(/\/+$/, '')) : startServer()
}

const { PLATFORM_URL, PLATFORM_DATABASE_URL, PLATFORM_MAIL_URL } = process.env
/** The server that these suites are pointed at, and what else of it is within reach; an empty word is none. */
const outside = { url: PLATFORM_URL, databaseUrl: PLATFORM_DATABASE_URL, mailUrl: PLATFORM_MAIL_URL }

/** True when the server's database can be reached, too. */
export const looksBehind = !outside.url || Boolean(outside.databaseUrl)

async function startServer(): Promise<Server> {
  const platform = await givenPlatform({ optional: [realtime({ joinsPerSecondOfAddress: 10_000 })] })
  return {
    url: platform.url,
    keys: platform.keys,
    db: platform.db,
    lastMailTo: async (email) => platform.lastMailTo(email),
    requireMailbox: () => ({
      lastMailTo: async (email) => platform.lastMailTo(email),
      listMails: async () => platform.mails,
      empty: async () => void platform.mails.splice(0),
    }),
    reset: async () => {
      await truncateAll(platform.db)
      platform.mails.length = 0
    },
    close: platform.close,
  }
}

async function reachServer(url: string): Promise<Server> {
  if (given('PLATFORM_MAY_BE_EMPTIED').replace(/\/+$/, '') !== url) {
    throw new Error('PLATFORM_MAY_BE_EMPTIED must be PLATFORM_URL again: everything there is deleted.')
  }
  const [publishable, secret] = [given('PLATFORM_ANON_KEY'), given('PLATFORM_SERVICE_KEY')]
  const keys = { publishable, secret, anonJwt: publishable, serviceRoleJwt: secret }
  const { databaseUrl, mailUrl } = outside
  const behind = databaseUrl
    ? await reachBehind(databaseUrl, reachMailbox(given('PLATFORM_MAIL_URL')))
    : reachByApi({ url, keys }, mailUrl ? reachMailbox(mailUrl) : null)
  await behind.reset()
  // Spread, a getter would be read at once.
  return Object.assign(behind, { url, keys })
}

async function reachBehind(
  connectionString: string,
  mailbox: Mailbox,
): Promise<Omit<Server, 'url' | 'keys'>> {
  const db = new Kysely<PlatformTables>({
    dialect: new PostgresDialect({ pool: new Pool({ connectionString }) }),
  })
  await makeFixture(db)
  return {
    db,
    lastMailTo: mailbox.lastMailTo,
    requireMailbox: () => mailbox,
    reset: async () => {
      await truncateAll(db)
      await mailbox.empty()
    },
    close: () => db.destroy(),
  }
}

async function makeFixture(db: Kysely<PlatformTables>): Promise<void> {
  const { rows } = await sql<{
    there: boolean
  }>`select to_regclass('public.memos') is not null as there`.execute(db)
  if (rows[0]?.there) return
  const script = await readFile(join(fixtureDir, '0001_fixture.sql'), 'utf8')
  await sql.raw(`${script}; notify pgrst, 'reload schema'`).execute(db)
}

function given(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} must be given with PLATFORM_URL.`)
  return value
}
