import { staffRoles } from '@app/domain/auth/roles'
import { buildAttempt } from '@app/testing/attempt'
import { aigerim, freshEmail, timur } from '@app/testing/people'
import { type GivenServer, givenServer } from '@app/testing/server/given-server'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const password = 'рассвет-над-степью'
let server: GivenServer
beforeAll(async () => {
  server = await givenServer()
})
afterAll(() => server.close())

const mailsTo = (email: string) => server.mailbox.list().filter(({ to }) => to === email)

/** The newest code in a mailbox; mails that nobody waits for are under way for a moment. */
async function codeTo(email: string, mails: number): Promise<string> {
  await expect.poll(() => mailsTo(email).length).toBe(mails)
  return /^\d{6}$/m.exec(mailsTo(email)[0]?.text ?? '')?.[0] ?? ''
}

async function signInByCode(email: string): Promise<SupabaseClient> {
  const before = mailsTo(email).length
  const client = server.visitor()
  await client.auth.signInWithOtp({ email })
  const token = await codeTo(email, before + 1)
  const { error } = await client.auth.verifyOtp({ email, token, type: 'email' })
  if (error) throw error
  return client
}

/** As if everybody had signed in an hour ago. */
async function letAnHourPass() {
  await server.db
    .updateTable('auth.sessions')
    .set({ created_at: new Date(Date.now() - 3600 * 1000) })
    .execute()
}

test.each(staffRoles)('a session of the %s ends within half a day', async (role) => {
  const email = freshEmail(timur)
  const { userId } = await server.signInAsStaff(email, role)
  await signInByCode(email)
  const { created_at, not_after } = await server.db
    .selectFrom('auth.sessions')
    .select(['created_at', 'not_after'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  const hours = (Number(not_after) - Number(created_at)) / 3600_000
  expect(hours).toBeGreaterThan(11.9)
  expect(hours).toBeLessThan(12.1)
})

describe('an address nobody has proven', () => {
  test('cannot be signed up with a password', async () => {
    const { error } = await server.visitor().auth.signUp({ email: freshEmail(timur), password })
    expect(error?.code).toBe('signup_disabled')
  })

  test('gets nothing from whoever named it: what was said of it in the quiz or with a code is gone', async () => {
    const email = freshEmail(aigerim)
    const { name, phone } = aigerim
    await server.saveLead(buildAttempt({ contact: { name, email, phone } }))
    await server.visitor().auth.signInWithOtp({ email, options: { data: { name: 'Чужой' } } })
    const client = await signInByCode(email)
    const { data } = await client.auth.getUser()
    expect(data.user?.user_metadata).not.toHaveProperty('name')
    expect(data.user?.user_metadata).not.toHaveProperty('phone')
  })
})

describe('a new password', () => {
  test.each([
    ['коротко', ['length']],
    ['Almaty2024', ['pwned']],
    ['пароль123', ['pwned']],
    ['11112222', ['pwned']],
    ['Yasny-Den_2026', ['pwned']],
    ['my yasniyden', ['pwned']],
  ])('is not %s', async (weak, reasons) => {
    const client = await signInByCode(freshEmail(timur))
    expect((await client.auth.updateUser({ password: weak })).error).toMatchObject({
      code: 'weak_password',
      reasons,
    })
  })

  test('has nothing of its address, whatever stands around it', async () => {
    const email = freshEmail(timur)
    const local = email.split('@')[0] ?? ''
    const client = await signInByCode(email)
    for (const own of [email, `${local}-степь`, local.toUpperCase()]) {
      expect((await client.auth.updateUser({ password: own })).error).toMatchObject({
        code: 'weak_password',
        reasons: ['personal'],
      })
    }
  })

  test('may be set right after a code, and is told by mail', async () => {
    const email = freshEmail(timur)
    const client = await signInByCode(email)
    expect((await client.auth.updateUser({ password })).error).toBeNull()
    await expect.poll(() => mailsTo(email)[0]?.subject).toBe('Пароль изменён — «Ясный день»')
  })

  test('later needs the present one or a mailed code, also where there is none yet', async () => {
    const email = freshEmail(timur)
    const client = await signInByCode(email)
    await letAnHourPass()
    expect((await client.auth.updateUser({ password })).error?.code).toBe('reauthentication_needed')

    await client.auth.reauthenticate()
    const nonce = await codeTo(email, 2)
    expect((await client.auth.updateUser({ password, nonce })).error).toBeNull()
    const change = (current_password: string, next: string) =>
      client.auth.updateUser({ password: next, current_password }).then(({ error }) => error?.code)
    expect((await client.auth.updateUser({ password })).error?.code).toBe('reauthentication_needed')
    expect(await change('закат-над-степью', 'полдень-над-степью')).toBe('current_password_mismatch')
    expect(await change(password, password)).toBe('same_password')
    expect(await change(password, 'полдень-над-степью')).toBeUndefined()
  })

  test('cannot be found out with a stolen session', async () => {
    const { token } = await server.signIn(freshEmail(timur))
    await letAnHourPass()
    const guess = (current_password: string) =>
      server.app.inject({
        method: 'PUT',
        url: '/auth/v1/user',
        payload: { password: 'полдень-над-степью', current_password },
        headers: { authorization: `Bearer ${token}` },
      })
    for (let i = 0; i < 20; i++) expect((await guess(`догадка-${i}`)).statusCode).toBe(400)
    expect((await guess('Wide-steppe-2026')).statusCode).toBe(429)
  })

  test('of a forgotten one is set by a recovery', async () => {
    const email = freshEmail(timur)
    await signInByCode(email)
    await letAnHourPass()
    const client = server.visitor()
    await client.auth.resetPasswordForEmail(email)
    const token = await codeTo(email, 2)
    expect((await client.auth.verifyOtp({ email, token, type: 'recovery' })).error).toBeNull()
    expect((await client.auth.updateUser({ password })).error).toBeNull()
    expect((await server.visitor().auth.signInWithPassword({ email, password })).error).toBeNull()
  })
})

test("the product's own routes take no token whose session has ended", async () => {
  const { token } = await server.signIn(freshEmail(timur))
  const ask = () => server.app.inject({ url: '/api/program', headers: { authorization: `Bearer ${token}` } })
  expect((await ask()).statusCode).toBe(200)
  await server.app.inject({
    method: 'POST',
    url: '/auth/v1/logout',
    headers: { authorization: `Bearer ${token}` },
  })
  expect((await ask()).statusCode).toBe(401)
})
