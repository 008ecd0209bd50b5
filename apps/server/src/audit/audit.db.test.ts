import { buildIntent, shopAt } from '@app/testing/payments/shop'
import { aigerim, freshEmail, timur } from '@app/testing/people'
import { type GivenServer, givenServer } from '@app/testing/server/given-server'
import { addSecondFactor, showSecondFactor } from '@app/testing/server/second-factor'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resetSecondFactors } from '../panel/reset-second-factors.ts'
import { recordWrongPassword } from './record-audit.ts'

let server: GivenServer
beforeAll(async () => {
  server = await givenServer()
})
afterAll(() => server.close())

const password = 'Wide-steppe-2026'
const auditsOf = (subject: string) =>
  server.db
    .selectFrom('audit_events')
    .select(['action', 'actor', 'actor_role', 'details'])
    .where('subject', '=', subject)
    .orderBy('id')
    .execute()
const actionsOf = async (subject: string) => (await auditsOf(subject)).map(({ action }) => action)
const asOwner = (token: string, method: 'GET' | 'POST', url: string, payload?: object) =>
  server.app.inject({
    method,
    url: `/api${url}`,
    headers: { authorization: `Bearer ${token}` },
    ...(payload && { payload }),
  })

describe('an account’s audit tells of', () => {
  test('sign-ins, and of sessions that end', async () => {
    const { userId } = await server.signIn(freshEmail(aigerim))
    await server.admin.auth.admin.updateUserById(userId, { password: 'Another-steppe-2026' })
    // Whoever sets another's password ends their sessions with it.
    expect(await auditsOf(userId)).toMatchObject([
      { action: 'signed_in', actor: userId, actor_role: 'user', details: { method: 'password' } },
      { action: 'sessions_ended', details: { sessions: 1 } },
      { action: 'password_changed', actor: null },
    ])
  })

  test('a changed address, without either of the two', async () => {
    const { userId } = await server.signIn(freshEmail(aigerim))
    await server.admin.auth.admin.updateUserById(userId, { email: freshEmail(aigerim), email_confirm: true })
    const ended = ['sessions_ended', 'password_removed']
    expect(await actionsOf(userId)).toEqual(['signed_in', ...ended, 'email_changed'])
    expect(JSON.stringify(await auditsOf(userId))).not.toContain('@')
  })

  test('second factors: added, shown, taken away, reset by a command', async () => {
    const email = freshEmail(timur)
    const { userId, token } = await server.signIn(email)
    const shown = await addSecondFactor(server.app, token)
    await server.app.inject({
      method: 'DELETE',
      url: `/auth/v1/factors/${shown.factorId}`,
      headers: { authorization: `Bearer ${shown.token}` },
    })
    const again = await addSecondFactor(server.app, shown.token)
    await sql`insert into auth.webauthn_credentials (id, user_id, credential_id, public_key)
      values (gen_random_uuid(), ${userId}, 'a key', 'of theirs')`.execute(server.db)
    expect(await resetSecondFactors(server, ` ${email.toUpperCase()}`)).toBe(1)
    const keys = await sql`select from auth.webauthn_credentials where user_id = ${userId}`.execute(server.db)
    expect(keys.rows).toEqual([])
    expect(await resetSecondFactors(server, 'nobody@example.kz')).toBeNull()
    await expect(showSecondFactor(server.app, again.token, again)).rejects.toThrow()
    expect(await actionsOf(userId)).toEqual([
      'signed_in',
      'second_factor_added',
      'second_factor_shown',
      'second_factor_removed',
      'second_factor_added',
      'second_factor_shown',
      'passkey_added',
      'sessions_ended',
      'password_removed',
      'second_factor_removed',
      'passkey_removed',
      'second_factors_reset',
    ])
  })

  test('becoming an owner, and wrong passwords and codes from then on', async () => {
    const email = freshEmail(timur)
    const { userId } = await server.signIn(email)
    const wrong = () => server.visitor().auth.signInWithPassword({ email, password: 'guess-guess-1' })
    await wrong()
    await server.admin.auth.admin.updateUserById(userId, { app_metadata: { role: 'admin' } })
    await wrong()
    const visitor = server.visitor()
    await visitor.auth.signInWithOtp({ email })
    await visitor.auth.verifyOtp({ email, token: wrongCodeOf(email), type: 'email' })
    const { data } = await visitor.auth.signInWithPassword({ email, password })
    expect(data.session).not.toBeNull()
    expect(await auditsOf(userId)).toMatchObject([
      { action: 'signed_in', actor_role: 'user' },
      { action: 'administrator_appointed' },
      { action: 'sign_in_refused', details: { method: 'password' } },
      { action: 'sign_in_refused', details: { method: 'otp' } },
      { action: 'signed_in', actor_role: 'admin' },
    ])
  })
})

test('the first right code of an owner whose address is not proven yet is no refused one', async () => {
  const email = freshEmail(timur)
  const { data } = await server.admin.auth.admin.createUser({ email, app_metadata: { role: 'admin' } })
  const visitor = server.visitor()
  await visitor.auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
  await expect.poll(() => server.mailbox.list().some(({ to }) => to === email)).toBe(true)
  const text = server.mailbox.list().find(({ to }) => to === email)?.text ?? ''
  const token = /\b\d{6}\b/.exec(text)?.[0] ?? ''
  expect((await visitor.auth.verifyOtp({ email, token, type: 'email' })).error).toBeNull()
  const actions = await actionsOf(data.user?.id ?? '')
  expect(actions).toContain('signed_in')
  expect(actions).not.toContain('sign_in_refused')
})

test('refused sign-ins of an account are a row for the first of an hour, the tenth, the hundredth', async () => {
  const { userId } = await server.signInAsStaff(freshEmail(timur))
  const refusals = async () =>
    (await auditsOf(userId)).flatMap(({ action, details }) => (action === 'sign_in_refused' ? details : []))
  for (let at = 0; at < 48; at++) await recordWrongPassword(server.db, userId)
  const told = [1, 10].map((times) => ({ method: 'password', times }))
  expect(await refusals()).toEqual(told)
  await sql`update refused_sign_ins set since = now() - interval '61 minutes' where user_id = ${userId}`.execute(
    server.db,
  )
  await recordWrongPassword(server.db, userId)
  expect(await refusals()).toEqual([...told, { method: 'password', times: 1 }])
})

function wrongCodeOf(email: string): string {
  const text = server.mailbox.list().find(({ to }) => to === email)?.text ?? ''
  return text.includes('000000') ? '111111' : '000000'
}

describe('the owner’s look at a person', () => {
  test('is written down with who looked at whom: orders and programs', async () => {
    const admin = await server.signInAsStaff(freshEmail(timur))
    const email = freshEmail(aigerim)
    const person = await server.signIn(email)
    const { orderId } = await shopAt(server.app).placeOrder(buildIntent(), person.token)

    await asOwner(admin.token, 'POST', '/panel/orders', { query: email })
    await asOwner(admin.token, 'GET', `/daily-messaging/status/${email}`)
    const looks = (await auditsOf(person.userId)).filter(({ action }) => action === 'person_read')
    const by = { actor: admin.userId, actor_role: 'admin' }
    expect(looks).toMatchObject([
      { ...by, details: { what: 'orders', orders: [orderId] } },
      { ...by, details: { what: 'programs' } },
    ])
    expect(JSON.stringify(looks)).not.toContain('@')
  })

  test('at nobody is a row, too', async () => {
    const admin = await server.signInAsStaff(freshEmail(timur))
    await asOwner(admin.token, 'POST', '/panel/orders', { query: '987654' })
    const rows = await server.db
      .selectFrom('audit_events')
      .select(['subject', 'details'])
      .where('actor', '=', admin.userId)
      .where('action', '=', 'person_read')
      .execute()
    expect(rows).toEqual([{ subject: null, details: { what: 'orders', orders: [] } }])
  })
})

describe('what was audited', () => {
  const refusals: [string, RawBuilder<unknown>][] = [
    ['changed', sql`update audit_events set action = 'nothing'`],
    ['pinned on another', sql`update audit_events set subject = gen_random_uuid() where subject is not null`],
    ['deleted', sql`delete from audit_events`],
    ['emptied', sql`truncate audit_events`],
  ]
  test.each(refusals)('cannot be %s, even by the owner of the database', async (_, statement) => {
    await server.signIn(freshEmail(aigerim))
    await expect(statement.execute(server.db)).rejects.toThrow('What was audited stays as it is')
  })

  test('is read by the service key alone, and written by nobody over REST', async () => {
    const signedIn = server.visitor()
    const email = freshEmail(aigerim)
    await server.signIn(email)
    await signedIn.auth.signInWithPassword({ email, password })
    for (const table of ['audit_events', 'audit_trail']) {
      for (const client of [server.visitor(), signedIn]) {
        expect((await client.from(table).select('*').limit(1)).error?.code).toBe('42501')
      }
    }
    expect((await server.admin.from('audit_events').select('*').limit(1)).error).toBeNull()
    const row = { action: 'signed_in', source: 'accounts' }
    expect((await server.admin.from('audit_events').insert(row)).error?.code).toBe('42501')
  })

  test('stays when the account goes, and says no more whose it was', async () => {
    const { userId } = await server.signIn(freshEmail(aigerim))
    const since = await lastId()
    const { data } = await server.admin.rpc('delete_account', { account_id: userId })
    expect(data).toBe(true)
    expect(await auditsOf(userId)).toEqual([])
    const deleted = await server.db
      .selectFrom('audit_events')
      .select(['action', 'subject'])
      .where('id', '>', since)
      .execute()
    expect(deleted.map(({ action }) => action)).toEqual(['account_deleted'])
    expect(await actionsOf(deleted[0]?.subject ?? '')).toEqual(['signed_in', 'account_deleted'])
  })

  async function lastId(): Promise<string> {
    const { id } = await server.db
      .selectFrom('audit_events')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    return id
  }
})
