import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, clientWith, serviceClient, signedInClient, visitorClient } from '../testing/clients.ts'
import { givenServer, type Server } from './given-server.ts'

let platform: Server
let service: SupabaseClient

beforeAll(async () => {
  platform = await givenServer()
  service = serviceClient(platform)
})
afterAll(() => platform.close())

describe('managing accounts with the secret key', () => {
  it('makes an account silently, with metadata, and signs nobody in', async () => {
    const { data, error } = await service.auth.admin.createUser({
      email: 'Dana@Example.com',
      password: 'Qk7vR2mTz9pLw4Xc8NbH6sYd',
      user_metadata: { name: 'Дана', phone: '+77010000001', full_name: 'Дана', phone_number: '+77010000001' },
    })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email: 'dana@example.com', user_metadata: { name: 'Дана' } })
    expect(data.user?.email_confirmed_at).toBeUndefined()
    expect(await platform.requireMailbox().listMails()).toHaveLength(0)
    expect(await platform.db.selectFrom('auth.sessions').selectAll().execute()).toHaveLength(0)

    const again = await service.auth.admin.createUser({
      email: 'dana@example.com',
      password: 'Wn3tF8rJb5hVq2Zk9MxD7cPg',
    })
    expect(again.error).toMatchObject({
      status: 422,
      code: 'email_exists',
      message: 'A user with this email address has already been registered',
    })
  })

  it('makes one account of two requests at the same moment', async () => {
    const results = await Promise.all(
      Array.from({ length: 4 }, () => service.auth.admin.createUser({ email: 'twice@example.com' })),
    )
    const outcomes = results.map(({ error }) => error?.code ?? 'made').sort()
    expect(outcomes).toEqual(['email_exists', 'email_exists', 'email_exists', 'made'])
  })

  it('reads, changes and deletes an account', async () => {
    const { client, userId } = await signedInClient(platform, 'marat@example.com')
    const changed = await service.auth.admin.updateUserById(userId, {
      app_metadata: { role: 'admin' },
      user_metadata: { name: 'Марат' },
      password: 'a new password',
    })
    expect(changed.data.user).toMatchObject({
      app_metadata: { role: 'admin', provider: 'email' },
      user_metadata: { name: 'Марат' },
    })
    expect((await service.auth.admin.getUserById(userId)).data.user?.app_metadata.role).toBe('admin')
    expect(
      (
        await visitorClient(platform).auth.signInWithPassword({
          email: 'marat@example.com',
          password: 'a new password',
        })
      ).error,
    ).toBeNull()

    expect((await service.auth.admin.deleteUser(userId)).error).toBeNull()
    expect((await client.auth.getUser()).error?.code).toBe('user_not_found')
    expect((await service.auth.admin.getUserById(userId)).error).toMatchObject({
      status: 404,
      code: 'user_not_found',
    })
  })

  it('deletes softly: the row stays, the person is gone, the address is free', async () => {
    const { client, userId } = await signedInClient(platform, 'soft@example.com')
    expect((await service.auth.admin.deleteUser(userId, true)).error).toBeNull()
    const row = await platform.db
      .selectFrom('auth.users')
      .selectAll()
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ email: null, raw_user_meta_data: {} })
    expect(row.deleted_at).not.toBeNull()
    expect((await client.auth.getUser()).error).not.toBeNull()
    expect((await signedInClient(platform, 'soft@example.com')).userId).not.toBe(userId)
  })

  it('lists accounts page by page', async () => {
    for (let i = 0; i < 3; i++) await service.auth.admin.createUser({ email: `page${i}@example.com` })
    const { data, error } = await service.auth.admin.listUsers({ page: 1, perPage: 2 })
    expect(error).toBeNull()
    expect(data.users).toHaveLength(2)
    if (!('total' in data)) throw new Error('no total')
    expect(data.total).toBeGreaterThanOrEqual(3)
    expect(data.nextPage).toBe(2)
    const second = await service.auth.admin.listUsers({ page: 2, perPage: 2 })
    expect(second.data.users.map(({ id }) => id)).not.toContain(data.users[0]?.id)
  })

  it('is for administrators: neither a user nor a visitor gets in', async () => {
    const { client } = await signedInClient(platform, 'plain@example.com')
    const token = (await client.auth.getSession()).data.session?.access_token ?? ''
    const paths = ['/auth/v1/admin/users', `/auth/v1/admin/users/${crypto.randomUUID()}`]
    for (const path of paths) {
      expect(await call(platform, path, { token })).toMatchObject({
        status: 403,
        body: { error_code: 'not_admin' },
      })
      expect(await call(platform, path, { key: platform.keys.publishable })).toMatchObject({ status: 403 })
      expect(await call(platform, path)).toMatchObject({
        status: 401,
        body: { error_code: 'no_authorization' },
      })
      expect(await call(platform, path, { key: 'sb_secret_guess' })).toMatchObject({ status: 403 })
    }
  })

  it('works with the older kind of keys too', async () => {
    const { error } = await clientWith(platform, platform.keys.serviceRoleJwt).auth.admin.listUsers()
    expect(error).toBeNull()
    const rest = await clientWith(platform, platform.keys.anonJwt).from('memos').select('id')
    expect(rest).toMatchObject({ error: null, data: [] })
  })
})

describe('what auth says about itself', () => {
  it('tells which ways of signing in there are', async () => {
    expect((await call(platform, '/auth/v1/settings')).body).toMatchObject({
      external: { email: true, phone: false, anonymous_users: false },
      disable_signup: false,
      mailer_autoconfirm: false,
    })
    expect((await call(platform, '/auth/v1/health')).body.name).toBe('GoTrue')
  })

  it('refuses what is switched off, by name', async () => {
    const visitor = visitorClient(platform)
    expect((await visitor.auth.signInAnonymously()).error?.code).toBe('anonymous_provider_disabled')
    expect((await visitor.auth.signUp({ phone: '+77010000000', password: 'long enough' })).error?.code).toBe(
      'phone_provider_disabled',
    )
    expect(
      (await call(platform, '/auth/v1/token?grant_type=magic', { method: 'POST', body: '{}' })).status,
    ).toBe(400)
  })

  it('lets pages of other origins call it', async () => {
    for (const path of [
      '/auth/v1/token',
      '/rest/v1/memos',
      '/storage/v1/object/a/b',
      '/functions/v1/hello',
    ]) {
      const { status, headers } = await call(platform, path, {
        method: 'OPTIONS',
        headers: {
          origin: 'http://elsewhere.test',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'apikey, authorization, x-client-info',
        },
      })
      expect(status).toBe(204)
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(headers.get('access-control-allow-headers')).toContain('x-client-info')
    }
  })

  it('says that a function does not exist as upstream does', async () => {
    expect(await call(platform, '/functions/v1/hello', { method: 'POST', body: '{}' })).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND', message: 'Requested function was not found' },
    })
  })
})
