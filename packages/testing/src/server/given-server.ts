import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sampleOwner } from '@app/content/ru/sandbox/sample-owner'
import type { SaveLeadRequest } from '@app/contracts/leads'
import { metadataRoles, type StaffRole } from '@app/domain/auth/roles'
import type { Mailbox } from '@app/sandbox/mail/mailbox'
import { readConfig } from '@app/server/config'
import type { Jobs } from '@app/server/jobs/jobs'
import { type Overrides, openServer } from '@app/server/server'
import { createLoopbackFetch } from '@app/server/services/loopback-fetch'
import type { Tables } from '@app/server/services/tables'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { Kysely } from 'kysely'
import { databaseOfServer, type SharedDatabase } from '../database/database-of-server.ts'
import { addSecondFactor } from './second-factor.ts'

export type GivenServer = {
  app: FastifyInstance
  db: Kysely<Tables>
  mailbox: Mailbox
  jobs: Jobs
  /** One round of the watch over the installation. */
  watchOnce: () => Promise<void>
  /** Every line the server has logged. */
  log: string[]
  /** Clients that reach the server inside this process: one with the privileged key, one as a page has it. */
  admin: SupabaseClient
  visitor: () => SupabaseClient
  publishableKey: string
  /** Makes a confirmed user and answers their id and a token that is good now. */
  signIn: (email: string) => Promise<{ userId: string; token: string }>
  /** Makes one of the staff, the owner unless told otherwise; the token is of a session in which they have shown their second factor. */
  signInAsStaff: (email: string, role?: StaffRole) => Promise<{ userId: string; token: string }>
  saveLead: (attempt: SaveLeadRequest, token?: string) => Promise<LightMyRequestResponse>
  close: () => Promise<void>
}

const generous = '100000/60'
const testEnvironment = {
  SANDBOX: '1',
  MAIL: 'sandbox',
  WHATSAPP: 'sandbox',
  PAYMENTS: 'sandbox',
  LOG_LEVEL: 'info',
  SITE_URL: 'http://localhost:3000',
  MAIL_INTERVAL_SECONDS: '0',
  RATE_LIMIT_LEADS_PER_IP: generous,
  RATE_LIMIT_LEADS_PER_EMAIL: generous,
  RATE_LIMIT_VISITS: generous,
  RATE_LIMIT_VISITS_BEGUN: generous,
  RATE_LIMIT_VISITS_ALL: generous,
  RATE_LIMIT_RESULTS: generous,
  RATE_LIMIT_CHECKOUT: generous,
  RATE_LIMIT_PAYMENT_STATUS: generous,
  RATE_LIMIT_CHECKLISTS_PER_IP: generous,
  CHECKLISTS_PER_ADDRESS: '100000',
  CHECKLISTS_TO_STRANGERS: '100000',
  RATE_LIMIT_CONTACT_PER_IP: generous,
  RATE_LIMIT_CONTACT_PER_ACCOUNT: generous,
  RATE_LIMIT_ACCOUNT: generous,
  RATE_LIMIT_PANEL: generous,
  RATE_LIMIT_TOKEN: generous,
  RATE_LIMIT_OTP: generous,
  RATE_LIMIT_VERIFY: generous,
  RATE_LIMIT_SIGNUP: generous,
  RATE_LIMIT_CODES_PER_ADDRESS: generous,
  RATE_LIMIT_ADDRESSES_PER_NETWORK: generous,
  RATE_LIMIT_REST: generous,
  RATE_LIMIT_STORAGE: generous,
  RATE_LIMIT_FUNCTIONS: generous,
}

type Wishes = Pick<Overrides, 'answerStepMs' | 'faults' | 'mailer' | 'now'> & {
  env?: Record<string, string>
  /** The time that access tokens live, in seconds. */
  jwtExp?: number
  /** In place of one of its own, so that several servers share it; it is dropped by whoever gave it. */
  database?: SharedDatabase
}

/** The whole server on a database of its own, asked by inject. Nothing listens, and nothing that would be begun at a start is. */
export async function givenServer({
  env,
  jwtExp = 3600,
  database: shared,
  ...overrides
}: Wishes = {}): Promise<GivenServer> {
  const log: string[] = []
  const { settings: database, opened, release } = await databaseOfServer(shared)
  const folder = await mkdtemp(join(tmpdir(), 'server-test-'))
  const settings = readConfig({ ...testEnvironment, DATA_DIR: folder, ...env }, sampleOwner)
  const server = await openServer(settings, {
    answerStepMs: 0,
    // What a machine happens to have built changes no test.
    siteDir: null,
    checklists: null,
    ...overrides,
    database,
    openDatabase: opened,
    auth: { bcryptCost: 4, jwtExp },
    logStream: { write: (line) => log.push(line) },
  }).catch(async (error) => {
    await release()
    throw error
  })
  const { app, db, jobs, supabase, watchOnce } = server
  const { mailbox } = server.standIns
  if (!mailbox) throw new Error('tests read mails where the sandbox keeps them')
  const client = (key: string) =>
    createClient(supabase.url, key, {
      global: { fetch: createLoopbackFetch(() => app) },
      auth: { persistSession: false, autoRefreshToken: false, storageKey: `test-${Math.random()}` },
    })
  const admin = client(supabase.secretKey)
  async function signIn(email: string) {
    const password = 'Wide-steppe-2026'
    const made = await admin.auth.admin.createUser({ email, password, email_confirm: true })
    if (made.error) throw made.error
    const { data, error } = await client(supabase.publishableKey).auth.signInWithPassword({ email, password })
    if (error) throw error
    return { userId: made.data.user.id, token: data.session.access_token }
  }

  return {
    app,
    db,
    mailbox,
    jobs,
    watchOnce,
    log,
    admin,
    visitor: () => client(supabase.publishableKey),
    publishableKey: supabase.publishableKey,
    signIn,
    async signInAsStaff(email, role = 'owner') {
      const { userId, token } = await signIn(email)
      const { error } = await admin.auth.admin.updateUserById(userId, {
        app_metadata: { role: metadataRoles[role] },
      })
      if (error) throw error
      return { userId, token: (await addSecondFactor(app, token)).token }
    },
    saveLead: (attempt, token) =>
      app.inject({
        method: 'POST',
        url: '/api/leads',
        payload: attempt,
        ...(token && { headers: { authorization: `Bearer ${token}` } }),
      }),
    async close() {
      await server.close()
      await release()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
