import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sampleOwner } from '@app/content/ru/sandbox/sample-owner'
import { givenDatabase } from '@app/testing/database/given-database'
import { aigerim, freshEmail, timur } from '@app/testing/people'
import { addSecondFactor } from '@app/testing/server/second-factor'
import { createClient } from '@supabase/supabase-js'
import fastify from 'fastify'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config.ts'
import { createLoopbackFetch } from '../services/loopback-fetch.ts'
import { openBackend } from './open-backend.ts'

test.runIf(process.env.TEST_DATABASE === 'postgres')(
  'calls to data, files and functions are counted, rows of an answer are bounded, the schema is hidden from one factor',
  async () => {
    const { app, backend } = await givenBackend({
      RATE_LIMIT_REST: '2/600',
      RATE_LIMIT_STORAGE: '1/600',
      RATE_LIMIT_FUNCTIONS: '1/600',
      REST_MAX_ROWS: '2',
    })
    const { url, secretKey } = backend.supabase
    const client = createClient(url, secretKey, {
      global: { fetch: createLoopbackFetch(() => app) },
      auth: { persistSession: false, autoRefreshToken: false },
    })

    await client.from('quiz_leads').insert(['a', 'b', 'c'].map((name) => ({ name })))
    expect(await client.from('quiz_leads').select('id', { count: 'exact' })).toMatchObject({
      count: 3,
      data: [{}, {}],
    })
    const { data } = await client.auth.admin.createUser({
      email: freshEmail(aigerim),
      password: 'Wide-steppe-2026',
      email_confirm: true,
      app_metadata: { role: 'admin' },
    })
    const visitor = createClient(url, backend.supabase.publishableKey, {
      global: { fetch: createLoopbackFetch(() => app) },
      auth: { persistSession: false, autoRefreshToken: false, storageKey: 'visitor' },
    })
    const email = data.user?.email ?? ''
    const { data: signedIn } = await visitor.auth.signInWithPassword({ email, password: 'Wide-steppe-2026' })
    // What nobody has proven of themselves counts for nothing here, so it is not kept either.
    await visitor.auth.signInWithOtp({ email: freshEmail(timur), options: { data: { name: 'Чужой' } } })
    const { rows: codes } = await sql`select offer from auth.one_time_tokens`.execute(backend.db)
    expect(codes).toEqual([{ offer: { by: 'code', passwordHash: null, data: {} } }])

    const statusOf = async (path: string, token = '') =>
      (await app.inject({ url: path, headers: token ? { authorization: `Bearer ${token}` } : {} })).statusCode

    // One factor is not enough for the staff.
    expect(await statusOf('/rest/v1/', signedIn.session?.access_token)).toBe(403)
    expect(await statusOf('/rest/v1/')).toBe(401)
    expect(await statusOf('/rest/v1/')).toBe(429)
    for (const path of ['/storage/v1/bucket', '/functions/v1/delete-account']) {
      expect(await statusOf(path)).not.toBe(429)
      expect(await statusOf(path)).toBe(429)
    }
    expect((await client.from('quiz_leads').select('id')).error).toBeNull()
  },
)

test.runIf(process.env.TEST_DATABASE === 'postgres')(
  'sign-in is as the product wants it: by code alone, counted, and the staff keep their second factor',
  async () => {
    const { app, backend } = await givenBackend({ RATE_LIMIT_SIGNUP: '1/600' })
    const email = freshEmail(timur)
    const password = 'Wide-steppe-2026'
    const signUp = async () => {
      const { statusCode, body } = await app.inject({
        method: 'POST',
        url: '/auth/v1/signup',
        payload: { email, password },
      })
      return [statusCode, JSON.parse(body).error_code]
    }
    expect([await signUp(), await signUp()]).toEqual([
      [422, 'signup_disabled'],
      [429, 'over_request_rate_limit'],
    ])

    const { url, secretKey } = backend.supabase
    const client = (storageKey: string) =>
      createClient(url, secretKey, {
        global: { fetch: createLoopbackFetch(() => app) },
        auth: { persistSession: false, autoRefreshToken: false, storageKey },
      })
    const made = await client('admin').auth.admin.createUser({
      email,
      password,
      email_confirm: true,
      app_metadata: { role: 'admin' },
    })
    const { data } = await client('owner').auth.signInWithPassword({ email, password })
    expect([made.error, data.session]).toEqual([null, expect.anything()])
    const { factorId, token } = await addSecondFactor(app, data.session?.access_token ?? '')
    const removed = await app.inject({
      method: 'DELETE',
      url: `/auth/v1/factors/${factorId}`,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(removed.json().error_code).toBe('last_mfa_factor')
  },
)

test.runIf(process.env.TEST_DATABASE === 'postgres')(
  'realtime is not served, so that an upgrade is a request like any other',
  async () => {
    const { app } = await givenBackend({})
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    for (const path of ['/realtime/v1/websocket', '/realtime/v1/api/broadcast']) {
      expect((await fetch(url + path)).status).toBe(404)
      expect((await fetch(url + path, { method: 'POST', body: '{}' })).status).toBe(404)
    }
    const wrong = JSON.stringify({ email: freshEmail(timur), password: 'Wide-steppe-2026' })
    const upgrading = request(`${url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { connection: 'Upgrade', upgrade: 'h2c', 'content-type': 'application/json' },
    }).end(wrong)
    const [answer] = await once(upgrading, 'response')
    expect(JSON.parse(await text(answer))).toMatchObject({ error_code: 'invalid_credentials' })
  },
)

/** Opens a backend on a PostgreSQL of its own. */
async function givenBackend(env: Record<string, string>) {
  const database = await givenDatabase()
  const DATABASE_URL = 'url' in database.settings ? database.settings.url : ''
  const folder = await mkdtemp(join(tmpdir(), 'backend-test-'))
  const settings = readConfig(
    { MODE: 'postgres', DATA_DIR: join(folder, 'data'), DATABASE_URL, ...env },
    sampleOwner,
  )
  const backend = await openBackend(settings, { send: async () => {} })
  const app = fastify()
  if (backend.platform) await app.register(backend.platform)
  onTestFinished(async () => {
    await app.close()
    await backend.close()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  })
  return { app, backend }
}
