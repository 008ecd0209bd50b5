import { randomUUID } from 'node:crypto'
import { aigerim, freshEmail, timur } from '@app/testing/people'
import { type GivenServer, givenServer } from '@app/testing/server/given-server'
import { addSecondFactor, showSecondFactor } from '@app/testing/server/second-factor'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { revokeOwnerRoles } from '../panel/revoke-owner-roles.ts'

let server: GivenServer
let keys: { secret: string }
const callers = ['nobody', 'a user', 'the owner without', 'with', 'a former one', 'the key'] as const
type Caller = (typeof callers)[number]
const tokens = new Map<Caller, string>()

beforeAll(async () => {
  server = await givenServer()
  const { rows } = await sql<{ value: string }>`
    select value from platform.secrets where value like 'sb_secret_%'`.execute(server.db)
  keys = { secret: rows[0]?.value ?? '' }
  tokens.set(
    'a user',
    (await addSecondFactor(server.app, (await server.signIn(freshEmail(timur))).token)).token,
  )
  tokens.set('the owner without', (await givenOwnerByPassword()).token)
  tokens.set('with', (await server.signInAsStaff(freshEmail(timur))).token)
  const former = await server.signInAsStaff(freshEmail(timur))
  await server.admin.auth.admin.updateUserById(former.userId, { app_metadata: { role: null } })
  tokens.set('a former one', former.token)
  tokens.set('the key', keys.secret)
}, 120_000)
afterAll(() => server.close())

async function givenOwnerByPassword() {
  const made = await server.signIn(freshEmail(timur))
  await server.admin.auth.admin.updateUserById(made.userId, { app_metadata: { role: 'admin' } })
  return made
}

const call = (method: 'GET' | 'POST', url: string, token: string | undefined, payload?: object) =>
  server.app.inject({
    method,
    url: `/api${url}`,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(payload && { payload }),
  })

const daily = (prefix: string) =>
  [
    ['POST', `${prefix}/trigger`, { dryRun: true }, 200],
    ['POST', `${prefix}/manual-send`, { phone: '+77011234567', category: 'A', day: 2 }, 202],
    ['GET', `${prefix}/status/nobody@example.kz`, undefined, 200],
    ['POST', `${prefix}/reset/${randomUUID()}`, undefined, 404],
  ] as const

/** Every call that is the staff's, with what it answers to the owner: the orders and programs here are nobody's. */
const routes = [
  ['POST', '/panel/session', undefined, 200],
  ['POST', '/panel/orders', { query: '1024' }, 200],
  ['POST', `/panel/orders/${randomUUID()}/refund`, undefined, 404],
  ['GET', '/panel/row-security', undefined, 200],
  ['GET', '/metrics', undefined, 200],
  ...daily('/daily-messaging'),
  ...daily('/whatsapp/daily-messaging'),
] as const

describe('what the staff do', () => {
  test.each(routes)('%s %s', async (method, url, payload, allowed) => {
    const answers = new Map<Caller, unknown>()
    for (const caller of callers) {
      const { statusCode, headers, body } = await call(method, url, tokens.get(caller), payload)
      const isJson = String(headers['content-type']).includes('json')
      answers.set(caller, statusCode === allowed ? 'allowed' : isJson && JSON.parse(body).code)
    }
    expect(Object.fromEntries(answers)).toEqual({
      nobody: 'unauthorized',
      'a user': 'forbidden',
      'the owner without': 'second_factor_required',
      with: 'allowed',
      'a former one': 'forbidden',
      'the key': 'allowed',
    })
  })

  test('is all in the table above', async () => {
    const { paths } = (await call('GET', '/docs/json', tokens.get('with'))).json() as {
      paths: Record<string, object>
    }
    const guarded = Object.keys(paths).filter((path) => /panel|daily-messaging|metrics/.test(path))
    const known = routes.map(([, url]) =>
      url
        .replace(/status\/.*/, 'status/{email}')
        .replace(/reset\/.*/, 'reset/{subscriptionId}')
        .replace(/orders\/.*\/refund/, 'orders/{orderId}/refund'),
    )
    expect(guarded.sort()).toEqual([...known].sort())
  })

  test('is allowed by no policy or function of the database on the strength of a token’s role', async () => {
    const { rows } = await sql<{ name: string }>`
      select policyname as name from pg_policies where concat(qual, with_check) like '%app_metadata%'
      union all
      select proname from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
      where nspname = 'public' and prosrc like '%app_metadata%'`.execute(server.db)
    expect(rows).toEqual([])
  })
})

describe('a second factor', () => {
  const openPanel = (token: string) => call('POST', '/panel/session', token)

  test('that was taken away opens nothing, though its token lives on', async () => {
    const { token } = await givenOwnerByPassword()
    const first = await addSecondFactor(server.app, token, 'old phone')
    const second = await addSecondFactor(server.app, first.token, 'new phone')
    const withOld = await showSecondFactor(server.app, second.token, first)
    expect((await openPanel(withOld)).statusCode).toBe(200)
    await server.app.inject({
      method: 'DELETE',
      url: `/auth/v1/factors/${first.factorId}`,
      headers: { authorization: `Bearer ${withOld}` },
    })
    expect((await openPanel(withOld)).json().code).toBe('second_factor_required')
  })

  test('that is in the database no more opens nothing, though the session it proved lives on', async () => {
    const { userId, token } = await server.signInAsStaff(freshEmail(timur))
    expect((await openPanel(token)).statusCode).toBe(200)
    await server.db.deleteFrom('auth.mfa_factors').where('user_id', '=', userId).execute()
    const session = await server.db
      .selectFrom('auth.sessions')
      .select('aal')
      .where('user_id', '=', userId)
      .where('aal', '=', 'aal2')
      .executeTakeFirst()
    expect(session).toBeDefined()
    expect((await openPanel(token)).json().code).toBe('second_factor_required')
  })

  test('stays with an owner as long as it is the last, and a user may do without', async () => {
    const owner = await givenOwnerByPassword()
    const user = await server.signIn(freshEmail(aigerim))
    const answers = []
    for (const { token } of [owner, user]) {
      const shown = await addSecondFactor(server.app, token)
      // One of which no code was ever shown is none to be left with.
      const begun = await server.app.inject({
        method: 'POST',
        url: '/auth/v1/factors',
        headers: { authorization: `Bearer ${shown.token}` },
        payload: { factor_type: 'totp', friendly_name: 'begun' },
      })
      expect(begun.statusCode).toBe(200)
      const { statusCode, body } = await server.app.inject({
        method: 'DELETE',
        url: `/auth/v1/factors/${shown.factorId}`,
        headers: { authorization: `Bearer ${shown.token}` },
      })
      answers.push([statusCode, JSON.parse(body).error_code])
    }
    expect(answers).toEqual([
      [422, 'last_mfa_factor'],
      [200, undefined],
    ])
  })
})

/** As if everything this user has shown had been shown eleven minutes ago. */
const ageProofs = (userId: string) =>
  sql`
    update auth.mfa_amr_claims set created_at = now() - interval '11 minutes', updated_at = now() - interval '11 minutes'
    where session_id in (select id from auth.sessions where user_id = ${userId})`.execute(server.db)

describe('a refund', () => {
  test('wants a code of just now, and goes on with it', async () => {
    const { userId, token } = await givenOwnerByPassword()
    const factor = await addSecondFactor(server.app, token)
    const refund = (bearer: string) => call('POST', `/panel/orders/${randomUUID()}/refund`, bearer)
    expect((await refund(factor.token)).statusCode).toBe(404)

    await ageProofs(userId)
    const refused = await refund(factor.token)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'fresh_sign_in_required'])
    expect((await call('POST', '/panel/orders', factor.token, { query: '1024' })).statusCode).toBe(200)
    expect((await refund(await showSecondFactor(server.app, factor.token, factor))).statusCode).toBe(404)
  })

  test('is not had by a factor that an old session makes up', async () => {
    const { userId, token } = await givenOwnerByPassword()
    const begun = await server.app.inject({
      method: 'POST',
      url: '/auth/v1/factors',
      headers: { authorization: `Bearer ${token}` },
      payload: { factor_type: 'totp' },
    })
    await ageProofs(userId)
    const made = { factorId: begun.json().id, secret: begun.json().totp.secret }
    await expect(showSecondFactor(server.app, token, made)).rejects.toThrow('reauthentication_needed')
    await expect(addSecondFactor(server.app, token)).rejects.toThrow('reauthentication_needed')
    const factors = await server.db
      .selectFrom('auth.mfa_factors')
      .select('id')
      .where('user_id', '=', userId)
      .execute()
    expect(factors).toEqual([{ id: made.factorId }])
    expect((await call('POST', `/panel/orders/${randomUUID()}/refund`, token)).json().code).toBe(
      'second_factor_required',
    )
  })

  test('is not had by one more factor of a session that was twice proven long ago', async () => {
    const { userId, token } = await server.signInAsStaff(freshEmail(timur))
    await ageProofs(userId)
    await expect(addSecondFactor(server.app, token, 'another')).rejects.toThrow('reauthentication_needed')
    const refused = await call('POST', `/panel/orders/${randomUUID()}/refund`, token)
    expect(refused.json().code).toBe('fresh_sign_in_required')
  })
})

describe('whoever is not named any more', () => {
  test('is none any more, and signed in nowhere', async () => {
    const named = freshEmail(timur)
    const kept = await server.signInAsStaff(named)
    const former = await server.signInAsStaff(freshEmail(timur))

    expect(await revokeOwnerRoles(server, [named])).toBeGreaterThan(0)
    expect(await revokeOwnerRoles(server, [named])).toBe(0)
    expect((await call('POST', '/panel/session', kept.token)).statusCode).toBe(200)
    expect((await call('POST', '/panel/session', former.token)).statusCode).toBe(401)
    const audited = await server.db
      .selectFrom('audit_events')
      .select('action')
      .where('subject', '=', former.userId)
      .orderBy('id', 'desc')
      .limit(4)
      .execute()
    expect(audited.map(({ action }) => action)).toEqual([
      'administrator_removed',
      'second_factor_removed',
      'password_removed',
      'sessions_ended',
    ])
  })
})
