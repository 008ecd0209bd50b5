import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sampleOwner } from '@app/content/ru/sandbox/sample-owner'
import { freePort } from '@app/platform/testing/free-port'
import { codeAt } from '@app/sandbox/authenticator/totp'
import { readConfig } from '@app/server/config'
import { applyDeskChanges } from '@app/server/desk/people/refresh-desk'
import { openServer, type Server } from '@app/server/server'
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { databaseOfDesk } from './desk-database.ts'
import { seedDeskPeople } from './seed-desk-people.ts'

const owner = { email: 'desk-owner@sandbox.example', password: 'Wide-steppe-2026' }

/**
 * A product of its own with a few people at its desk, who came on known days, `and` whatever else; its owner is signed in with
 * both factors.
 */
export async function givenDesk({
  and = async () => {},
}: {
  and?: (db: Server['db']) => Promise<void>
} = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'e2e-desk-'))
  const port = await freePort()
  const siteUrl = `http://localhost:${port}`
  const settings = readConfig(
    { SANDBOX: '1', DATA_DIR: folder, PORT: String(port), SITE_URL: siteUrl, LOG_LEVEL: 'error' },
    sampleOwner,
  )
  const server = await openServer(settings, { auth: { bcryptCost: 4 }, database: await databaseOfDesk() })
  await server.app.listen({ port })
  await seedDeskPeople(server.db)
  await and(server.db)
  // As the job does within a minute: on a busy machine the first look has no time for all of them.
  await applyDeskChanges(server.db, Number.POSITIVE_INFINITY)
  const { session, secret } = await signIn(server)
  return {
    siteUrl,
    db: server.db,
    /** Lets a page in as the owner. */
    enter: (page: Page) =>
      page.addInitScript(
        (value) => localStorage.setItem('supabase.auth.token', value),
        JSON.stringify(session),
      ),
    /** Lets a page in as the owner until it leaves by itself. */
    enterOnce: (page: Page) =>
      page.addInitScript((value) => {
        if (sessionStorage.getItem('entered')) return
        sessionStorage.setItem('entered', 'yes')
        localStorage.setItem('supabase.auth.token', value)
      }, JSON.stringify(session)),
    /** Makes the proof of who signed in so old that what cannot be undone asks for another. */
    forgetProof: () =>
      sql`update auth.mfa_amr_claims set updated_at = updated_at - interval '1 hour'`.execute(server.db),
    /** The code that the owner's app shows next: that of now was shown to sign in. */
    nextCode: () => codeAt(secret, new Date(Date.now() + 30_000))?.code ?? '',
    async close() {
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function signIn({ app, supabase }: Server) {
  const call = async (path: string, token: string, payload: object) => {
    const headers = { apikey: supabase.secretKey, authorization: `Bearer ${token}` }
    const answer = await app.inject({ method: 'POST', url: `/auth/v1${path}`, headers, payload })
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.body}`)
    return answer.json()
  }
  const user = { ...owner, email_confirm: true, app_metadata: { role: 'admin' } }
  await call('/admin/users', supabase.secretKey, user)
  const { access_token: token } = await call('/token?grant_type=password', supabase.secretKey, owner)
  const factor = await call('/factors', token, { factor_type: 'totp', friendly_name: 'phone' })
  const challenge = await call(`/factors/${factor.id}/challenge`, token, {})
  const code = codeAt(factor.totp.secret, new Date())?.code
  const session: unknown = await call(`/factors/${factor.id}/verify`, token, {
    challenge_id: challenge.id,
    code,
  })
  return { session, secret: String(factor.totp.secret) }
}
