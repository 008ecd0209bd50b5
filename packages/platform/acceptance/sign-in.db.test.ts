import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { agreeToChange, call, serviceClient, signedInClient, visitorClient } from '../testing/clients.ts'
import { givenServer, type Server } from './given-server.ts'

const asel = 'asel@example.com'
let platform: Server

beforeAll(async () => {
  platform = await givenServer()
})
afterAll(() => platform.close())
beforeEach(() => platform.reset())

describe('signing in by a mailed code', () => {
  it('makes an account for an unknown address and signs it in', async () => {
    const client = visitorClient(platform)
    const sent = await client.auth.signInWithOtp({
      email: ' ASEL@Example.com ',
      options: { data: { name: 'Асель' } },
    })
    expect(sent.error).toBeNull()
    expect(sent.data).toEqual({ user: null, session: null })

    const mail = await platform.requireMailbox().lastMailTo(asel)
    expect(mail).toMatchObject({ kind: 'confirmation', code: expect.stringMatching(/^\d{6}$/) })
    const { data, error } = await client.auth.verifyOtp({ email: asel, token: mail.code, type: 'email' })
    expect(error).toBeNull()
    expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
    expect(data.user).toMatchObject({
      email: asel,
      aud: 'authenticated',
      role: 'authenticated',
      user_metadata: { name: 'Асель', email_verified: true },
      app_metadata: { provider: 'email', providers: ['email'] },
      is_anonymous: false,
    })
    expect(data.user?.email_confirmed_at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
    expect(data.user?.identities).toEqual([expect.objectContaining({ provider: 'email', email: asel })])
    expect((await client.auth.getUser()).data.user?.id).toBe(data.user?.id)
  })

  it('finds the account again the next time', async () => {
    const first = await signedInClient(platform, asel)
    const second = await signedInClient(platform, asel)
    expect(second.userId).toBe(first.userId)
  })

  it('takes a code once', async () => {
    const client = visitorClient(platform)
    await client.auth.signInWithOtp({ email: asel })
    const { code } = await platform.lastMailTo(asel)
    expect((await client.auth.verifyOtp({ email: asel, token: code, type: 'email' })).error).toBeNull()
    const { error } = await client.auth.verifyOtp({ email: asel, token: code, type: 'email' })
    expect(error).toMatchObject({
      status: 403,
      code: 'otp_expired',
      message: 'Token has expired or is invalid',
    })
  })

  it('takes a code once even when it comes ten times at the same moment', async () => {
    const client = visitorClient(platform)
    await client.auth.signInWithOtp({ email: asel })
    const { code } = await platform.lastMailTo(asel)
    const tries = await Promise.all(
      Array.from({ length: 10 }, () =>
        visitorClient(platform).auth.verifyOtp({ email: asel, token: code, type: 'email' }),
      ),
    )
    expect(tries.filter(({ error }) => error === null)).toHaveLength(1)
  })

  it('refuses the right code after five wrong ones, sent one by one or all at once', async () => {
    for (const guess of [oneByOne, allAtOnce]) {
      const client = visitorClient(platform)
      await client.auth.signInWithOtp({ email: asel })
      const { code } = await platform.lastMailTo(asel)
      const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
      await guess(() => client.auth.verifyOtp({ email: asel, token: wrong, type: 'email' }))
      const { error } = await client.auth.verifyOtp({ email: asel, token: code, type: 'email' })
      expect(error?.code).toBe('otp_expired')
    }
  })

  it('takes the right code after four wrong ones', async () => {
    const client = visitorClient(platform)
    await client.auth.signInWithOtp({ email: asel })
    const { code } = await platform.lastMailTo(asel)
    const wrong = code === '000000' ? '000001' : '000000'
    for (let i = 0; i < 4; i++) await client.auth.verifyOtp({ email: asel, token: wrong, type: 'email' })
    expect((await client.auth.verifyOtp({ email: asel, token: code, type: 'email' })).error).toBeNull()
  })

  it('refuses a code that is too old, of another address, or replaced by a newer one', async () => {
    const client = visitorClient(platform)
    await client.auth.signInWithOtp({ email: asel })
    const first = (await platform.lastMailTo(asel)).code
    await client.auth.signInWithOtp({ email: asel })
    const second = (await platform.lastMailTo(asel)).code
    await client.auth.signInWithOtp({ email: 'berik@example.com' })
    if (first !== second) {
      expect((await client.auth.verifyOtp({ email: asel, token: first, type: 'email' })).error?.code).toBe(
        'otp_expired',
      )
    }
    const other = await client.auth.verifyOtp({ email: 'berik@example.com', token: second, type: 'email' })
    expect(other.error?.code).toBe('otp_expired')
    await platform.db
      .updateTable('auth.one_time_tokens')
      .set({ created_at: new Date(Date.now() - 601_000) })
      .execute()
    const late = await client.auth.verifyOtp({ email: asel, token: second, type: 'email' })
    expect(late.error?.code).toBe('otp_expired')
  })

  it('keeps neither code nor refresh token in readable form', async () => {
    const { client } = await signedInClient(platform, asel)
    const { code } = await platform.lastMailTo(asel)
    const refreshToken = (await client.auth.getSession()).data.session?.refresh_token ?? ''
    const kept = JSON.stringify([
      await platform.db.selectFrom('auth.one_time_tokens').selectAll().execute(),
      await platform.db.selectFrom('auth.refresh_tokens').selectAll().execute(),
    ])
    expect(kept).not.toContain(`"${code}"`)
    expect(kept).not.toContain(refreshToken)
  })

  it('follows the link of the mail with a session in the fragment, once', async () => {
    await visitorClient(platform).auth.signInWithOtp({
      email: asel,
      options: { emailRedirectTo: 'http://site.test/profile' },
    })
    const link = (await platform.requireMailbox().lastMailTo(asel)).link.replace(
      'http://platform.test',
      platform.url,
    )
    const follow = () => fetch(link, { redirect: 'manual' })
    const first = new URL((await follow()).headers.get('location') ?? '')
    expect(first.origin + first.pathname).toBe('http://site.test/profile')
    expect(new URLSearchParams(first.hash.slice(1)).get('access_token')).toBeTruthy()
    const second = new URL((await follow()).headers.get('location') ?? '')
    expect(new URLSearchParams(second.hash.slice(1)).get('error_code')).toBe('otp_expired')
  })

  it('leads back to the site when a mail was asked to lead elsewhere', async () => {
    for (const emailRedirectTo of [
      'https://evil.example/',
      'http://site.test.evil.example/',
      'javascript:alert(1)',
    ]) {
      await visitorClient(platform).auth.signInWithOtp({ email: asel, options: { emailRedirectTo } })
      const link = new URL((await platform.requireMailbox().lastMailTo(asel)).link)
      expect(link.searchParams.get('redirect_to')).toBe('http://site.test')
    }
  })
})

describe('signing in with a password', () => {
  const password = 'correct horse'

  it('works once the address is confirmed by the mailed code', async () => {
    const client = visitorClient(platform)
    const { data, error } = await client.auth.signUp({
      email: asel,
      password,
      options: { data: { name: 'Асель' } },
    })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    expect(data.user).toMatchObject({ email: asel, user_metadata: { name: 'Асель' } })

    const early = await client.auth.signInWithPassword({ email: asel, password })
    expect(early.error).toMatchObject({
      status: 400,
      code: 'email_not_confirmed',
      message: 'Email not confirmed',
    })
    const { code, kind } = await platform.requireMailbox().lastMailTo(asel)
    expect(kind).toBe('confirmation')
    expect((await client.auth.verifyOtp({ email: asel, token: code, type: 'signup' })).error).toBeNull()
    const signedIn = await visitorClient(platform).auth.signInWithPassword({ email: asel, password })
    expect(signedIn.data.user?.id).toBe(data.user?.id)
  })

  it('refuses a wrong password and an unknown address alike', async () => {
    const client = visitorClient(platform)
    await serviceClient(platform).auth.admin.createUser({ email: asel, password, email_confirm: true })
    const wrong = await client.auth.signInWithPassword({ email: asel, password: 'wrong' })
    const unknown = await client.auth.signInWithPassword({ email: 'nobody@example.com', password })
    expect(wrong.error).toMatchObject({
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    })
    expect(unknown.error).toMatchObject({ status: 400, code: 'invalid_credentials' })
  })

  it('refuses a weak password with its reasons', async () => {
    const { error } = await visitorClient(platform).auth.signUp({ email: asel, password: '12345' })
    expect(error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['length'] })
    const long = await visitorClient(platform).auth.signUp({ email: asel, password: 'x'.repeat(73) })
    expect(long.error?.code).toBe('validation_failed')
  })

  it('lets a mailed code set a new password, which ends the other sessions', async () => {
    const other = await signedInClient(platform, asel)
    const client = visitorClient(platform)
    expect((await client.auth.resetPasswordForEmail(asel)).error).toBeNull()
    await expect.poll(async () => (await platform.requireMailbox().lastMailTo(asel)).kind).toBe('recovery')
    const { code } = await platform.lastMailTo(asel)
    expect((await client.auth.verifyOtp({ email: asel, token: code, type: 'recovery' })).error).toBeNull()
    expect((await client.auth.updateUser({ password })).error).toBeNull()

    expect(
      (await visitorClient(platform).auth.signInWithPassword({ email: asel, password })).error,
    ).toBeNull()
    expect((await client.auth.getUser()).error).toBeNull()
    expect((await other.client.auth.getUser()).error?.message).toMatch(/session/i)
    expect((await client.auth.updateUser({ password })).error).toMatchObject({
      status: 422,
      code: 'same_password',
    })
  })

  it('drops a password that was set before anyone proved to own the mailbox', async () => {
    await visitorClient(platform).auth.signUp({ email: asel, password: 'of a stranger' })
    await signedInClient(platform, asel)
    const stranger = await visitorClient(platform).auth.signInWithPassword({
      email: asel,
      password: 'of a stranger',
    })
    expect(stranger.error?.code).toBe('invalid_credentials')
  })

  it('of two sign-ups before the proof keeps the password of the later one', async () => {
    await visitorClient(platform).auth.signUp({ email: asel, password: 'the stranger' })
    await visitorClient(platform).auth.signUp({ email: asel, password: 'the owner' })
    const { code, kind } = await platform.requireMailbox().lastMailTo(asel)
    expect(kind).toBe('confirmation')
    await visitorClient(platform).auth.verifyOtp({ email: asel, token: code, type: 'signup' })
    expect(
      (await visitorClient(platform).auth.signInWithPassword({ email: asel, password: 'the stranger' }))
        .error,
    ).not.toBeNull()
    expect(
      (await visitorClient(platform).auth.signInWithPassword({ email: asel, password: 'the owner' })).error,
    ).toBeNull()
  })
})

describe('a signed-in user', () => {
  it('changes their own metadata and nothing else', async () => {
    const { client } = await signedInClient(platform, asel)
    const { data, error } = await client.auth.updateUser({ data: { phone: '+77010000000', name: 'Асель' } })
    expect(error).toBeNull()
    expect(data.user?.user_metadata).toMatchObject({ phone: '+77010000000', name: 'Асель' })
    const token = (await client.auth.getSession()).data.session?.access_token ?? ''
    await call(platform, '/auth/v1/user', {
      method: 'PUT',
      token,
      body: JSON.stringify({ app_metadata: { role: 'admin' }, role: 'service_role' }),
    })
    const { data: after } = await client.auth.getUser()
    expect(after.user?.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
    expect(after.user?.role).toBe('authenticated')
  })

  it('changes their address once both mailboxes have agreed', async () => {
    const { client, userId } = await signedInClient(platform, asel)
    const newEmail = 'asel.new@example.com'
    const { data, error } = await client.auth.updateUser({ email: newEmail })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email: asel, new_email: newEmail })

    const { code: codeOfNew, kind } = await platform.requireMailbox().lastMailTo(newEmail)
    expect(kind).toBe('email_change')
    const { code: codeOfOld } = await platform.lastMailTo(asel)
    // Not as in GoTrue, where whoever has a code agrees: here only whoever asked, in the session that asked.
    const elsewhere = await visitorClient(platform).auth.verifyOtp({
      email: newEmail,
      token: codeOfNew,
      type: 'email_change',
    })
    expect(elsewhere.error?.status).toBe(401)
    const one = await agreeToChange(platform, client, { email: newEmail, token: codeOfNew })
    expect(one.body).not.toHaveProperty('access_token')
    expect((await client.auth.getUser()).data.user?.email).toBe(asel)
    const again = await agreeToChange(platform, client, { email: newEmail, token: codeOfNew })
    expect(again.body.error_code).toBe('otp_expired')
    const two = await agreeToChange(platform, client, { email: asel, token: codeOfOld })
    expect(two.body.user).toMatchObject({ id: userId, email: newEmail })
  })
})

async function oneByOne(guess: () => Promise<unknown>): Promise<void> {
  for (let i = 0; i < 5; i++) await guess()
}

async function allAtOnce(guess: () => Promise<unknown>): Promise<void> {
  await Promise.all(Array.from({ length: 12 }, guess))
}
