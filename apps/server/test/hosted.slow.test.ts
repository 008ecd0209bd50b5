import { sampleOwner } from '@app/content/ru/sandbox/sample-owner'
import { codeAt } from '@app/sandbox/authenticator/totp'
import { buildAttempt } from '@app/testing/attempt'
import { givenDatabase } from '@app/testing/database/given-database'
import { buildNotice } from '@app/testing/payments/provider'
import { buildIntent, shopAt } from '@app/testing/payments/shop'
import { aigerim, freshEmail } from '@app/testing/people'
import { givenHosted, type Hosted } from '@app/testing/server/given-hosted'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../src/config.ts'
import { openServer, type Server } from '../src/server.ts'

/**
 * The product with sign-in, data, files and functions hosted elsewhere: a platform in a process of its own, reached by its
 * address alone, as hosted Supabase is. It needs a database that both reach.
 */
const isPostgres = process.env.TEST_DATABASE === 'postgres'

let hosted: Hosted
let server: Server
let drop = async () => {}
// The morning after the purchase, once the program is to begin.
let now = new Date()

beforeAll(async () => {
  if (!isPostgres) return
  const database = await givenDatabase()
  drop = database.drop
  const databaseUrl = 'url' in database.settings ? database.settings.url : ''
  hosted = await givenHosted(databaseUrl)
  const env = {
    ...{ SANDBOX: '1', MODE: 'supabase', DATABASE_URL: databaseUrl, SUPABASE_URL: hosted.url },
    ...{ SUPABASE_PUBLISHABLE_KEY: hosted.publishable, SUPABASE_SECRET_KEY: hosted.secret },
    LOG_LEVEL: 'silent',
  }
  server = await openServer(readConfig(env, sampleOwner), {
    ...{ answerStepMs: 0, siteDir: null, checklists: null, now: () => now },
  })
})
afterAll(async () => {
  if (!isPostgres) return
  await server.close()
  await hosted.end()
  await drop()
})

async function signInByCode(client: SupabaseClient, email: string): Promise<string> {
  const asked = await client.auth.signInWithOtp({ email })
  if (asked.error) throw asked.error
  const mail = (await hosted.mails()).findLast(({ to }) => to === email)
  const token = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? ''
  const { data, error } = await client.auth.verifyOtp({ email, token, type: 'email' })
  if (error) throw error
  return data.session?.access_token ?? ''
}

const api = async (url: string, token?: string, payload?: object) => {
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  const answer = await server.app.inject({
    ...{ method: payload ? 'POST' : 'GET', url: `/api${url}`, headers },
    ...(payload && { payload }),
  })
  return { status: answer.statusCode, body: answer.json() }
}

test.runIf(isPostgres)(
  'one person’s whole way: test, code, cabinet, purchase, program, and the account deleted; the owner sees it in her panel',
  async () => {
    const client = hosted.browser()
    const email = freshEmail(aigerim)
    const contact = { name: aigerim.name, email, phone: aigerim.phone }

    expect(await api('/ready')).toMatchObject({ status: 200 })
    expect(await api('/client-config')).toMatchObject({ body: { supabaseUrl: hosted.url } })
    expect((await server.app.inject('/auth/v1/health')).statusCode).toBe(404)

    const save = async () => (await api('/leads', undefined, buildAttempt({ contact }))).status
    expect([await save(), await save()]).toEqual([201, 201])
    const token = await signInByCode(client, email)
    const lead = { email, ownership: 'linked' }
    const own = await client.from('quiz_leads').select('email, ownership, user_id')
    expect(own).toMatchObject({ error: null, data: [lead, lead] })
    expect(own.data?.[0]?.user_id).toBe(own.data?.[1]?.user_id)
    expect(await hosted.browser().from('quiz_leads').select('id')).toMatchObject({ data: [] })

    const shop = shopAt(server.app)
    const { invId } = await shop.placeOrder(buildIntent({ email, phone: aigerim.phone }), token)
    expect((await shop.notify(buildNotice({ InvId: invId }))).body).toBe(`OK${invId}`)
    expect(await shop.status(invId, { token })).toMatchObject({ state: 'confirmed' })

    now = new Date(now.getTime() + 24 * 3_600_000)
    const owner = await givenOwner()
    const due = await api('/daily-messaging/trigger', owner, { force: true })
    expect(due).toMatchObject({ status: 200, body: { queued: 1 } })
    await server.jobs.drainQueue()
    const phones = await server.app.inject('/sandbox/api/whatsapp')
    expect(phones.json().length).toBeGreaterThan(0)
    expect(await api('/program', token)).toMatchObject({ status: 200 })
    expect(await api('/panel/orders', owner, { query: String(invId) })).toMatchObject({
      ...{ status: 200, body: { orders: [{ invId }] } },
    })
    expect((await api('/panel/orders', token, { query: String(invId) })).status).toBe(403)

    expect(await client.functions.invoke('delete-account', { method: 'POST' })).toMatchObject({
      ...{ error: null, data: { deleted: true } },
    })
    const admin = hosted.admin()
    expect(await admin.from('quiz_leads').select('id').eq('email', email)).toMatchObject({ data: [] })
    expect((await api('/program', token)).status).toBe(401)
  },
  60_000,
)

/** As the owner makes herself one there: a role, then a second factor by the hosted interface. */
async function givenOwner(): Promise<string> {
  const email = freshEmail(aigerim)
  const password = 'Wide-steppe-2026'
  const admin = hosted.admin()
  const made = await admin.auth.admin.createUser({
    ...{ email, password, email_confirm: true, app_metadata: { role: 'admin' } },
  })
  if (made.error) throw made.error
  const client = hosted.browser()
  await client.auth.signInWithPassword({ email, password })
  const enrolled = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' })
  if (enrolled.error) throw enrolled.error
  const code = codeAt(enrolled.data.totp.secret, new Date())?.code ?? ''
  const shown = await client.auth.mfa.challengeAndVerify({ factorId: enrolled.data.id, code })
  if (shown.error) throw shown.error
  return shown.data.access_token
}
