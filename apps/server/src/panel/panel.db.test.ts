import { aigerim, freshEmail, timur } from '@app/testing/people'
import { type GivenServer, givenServer } from '@app/testing/server/given-server'
import { addSecondFactor } from '@app/testing/server/second-factor'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appointAdministrator, panelLink } from './appoint-administrator.ts'

let server: GivenServer
beforeAll(async () => {
  server = await givenServer()
})
afterAll(() => server.close())

function openSession(token?: string) {
  return server.app.inject({
    method: 'POST',
    url: '/api/panel/session',
    ...(token && { headers: { authorization: `Bearer ${token}` } }),
  })
}

async function roleOf(userId: string): Promise<unknown> {
  return (await server.admin.auth.admin.getUserById(userId)).data.user?.app_metadata.role
}

describe('the panel session', () => {
  test('is refused to a visitor, to a plain user and to a token that is none', async () => {
    const { token } = await server.signIn(freshEmail(aigerim))

    const answers = [await openSession(), await openSession('a.b.c'), await openSession(token)]

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 403])
    expect(answers.map((answer) => answer.json().code)).toEqual(['unauthorized', 'unauthorized', 'forbidden'])
    for (const { headers } of answers) {
      const revoked = expect.stringMatching(/^panel_pass=;.*Max-Age=0/)
      expect(headers['set-cookie']).toEqual([revoked, revoked])
    }
  })

  test('gives an administrator a pass and the two bases', async () => {
    const { token, userId } = await server.signInAsAdministrator(freshEmail(timur))

    const answer = await openSession(token)

    expect(answer.statusCode).toBe(200)
    expect(answer.json().apiUrls).toEqual({
      development: 'http://localhost:3000/api',
      production: 'http://localhost:3000/api',
    })
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^panel_pass=\d+\..+Path=\/assets\/panel\/;.+HttpOnly/),
      expect.stringMatching(/^panel_pass=\d+\..+Path=\/api\/docs;.+HttpOnly/),
    ])
    expect(answer.headers['cache-control']).toBe('no-store')

    await server.admin.auth.admin.updateUserById(userId, { app_metadata: { role: null } })
    expect((await openSession(token)).statusCode).toBe(403)
  })
})

test('whoever leaves a browser takes the pass out of it, whatever they show', async () => {
  const left = await server.app.inject({ method: 'DELETE', url: '/api/panel/session' })
  expect(left.statusCode).toBe(204)
  const revoked = expect.stringMatching(/^panel_pass=; .*Max-Age=0/)
  expect(left.headers['set-cookie']).toEqual([revoked, revoked])
})

describe('an administrator', () => {
  test('is made where there was no user, and appointing twice changes nothing', async () => {
    const email = freshEmail(timur)
    await appointAdministrator(server.admin, email)
    await appointAdministrator(server.admin, email)

    const { data } = await server.admin.rpc('get_user_id_by_email', { user_email: email })
    expect(await roleOf(data)).toBe('admin')
  })

  test('has nothing of what somebody left at their address before', async () => {
    const email = freshEmail(aigerim)
    const password = 'Left-by-a-stranger-1'
    const left = await server.admin.auth.admin.createUser({
      email,
      password,
      user_metadata: { name: 'Чужой' },
    })
    await appointAdministrator(server.admin, email)

    const { data: userId } = await server.admin.rpc('get_user_id_by_email', { user_email: email })
    expect(userId).not.toBe(left.data.user?.id)
    const { data } = await server.admin.auth.admin.getUserById(userId)
    expect(data.user?.email_confirmed_at).toBeDefined()
    expect(data.user?.user_metadata).not.toHaveProperty('name')
    const { error } = await server.visitor().auth.signInWithPassword({ email, password })
    expect(error?.code).toBe('invalid_credentials')
  })

  test('comes in by none of the ways their account had before they were appointed', async () => {
    const email = freshEmail(timur)
    const { token, userId } = await server.signIn(email)
    const now = new Date()
    const factor = { factor_type: 'totp', status: 'verified', secret: 'JBSWY3DPEHPK3PXP' } as const
    await server.db
      .insertInto('auth.mfa_factors')
      .values({ id: crypto.randomUUID(), user_id: userId, ...factor, created_at: now, updated_at: now })
      .execute()
    await appointAdministrator(server.admin, email)

    expect((await openSession(token)).statusCode).toBe(401)
    const { data } = await server.admin.auth.admin.getUserById(userId)
    expect(data.user?.factors ?? []).toEqual([])
    const { error } = await server.visitor().auth.signInWithPassword({ email, password: 'Wide-steppe-2026' })
    expect(error?.code).toBe('invalid_credentials')
  })

  test('signs in by the link once and lands on the panel', async () => {
    const email = freshEmail(aigerim)
    await appointAdministrator(server.admin, email)
    const link = await panelLink(server.admin, { email, siteUrl: 'http://localhost:3000' })
    const { pathname, search } = new URL(link)

    const first = await server.app.inject(pathname + search)
    const landing = new URL(String(first.headers.location))
    const token = new URLSearchParams(landing.hash.slice(1)).get('access_token') ?? ''
    const second = await server.app.inject(pathname + search)

    expect(first.statusCode).toBe(303)
    expect(landing.pathname).toBe('/misc')
    const refused = await openSession(token)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'second_factor_required'])
    const shown = await addSecondFactor(server.app, token)
    expect((await openSession(shown.token)).statusCode).toBe(200)
    expect(String(second.headers.location)).toContain('error_code=otp_expired')
    expect(server.mailbox.list().filter(({ to }) => to === email)).toEqual([])
  })
})
