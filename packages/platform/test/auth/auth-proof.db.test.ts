import { describe, expect, it } from 'vitest'
import { agreeToChange, call, serviceClient, signedInClient, visitorClient } from '../../testing/clients.ts'
import { asel, givenProof } from './given-proof.ts'

const claimed = givenProof()

const stranger = { password: 'of a stranger', data: { name: 'Чужой', phone: '+77019999999' } }

/** An account with everything a stranger could have left in it before its address was proven. */
async function givenClaimedAddress(): Promise<string> {
  const { data, error } = await serviceClient(claimed.platform).auth.admin.createUser({
    email: asel,
    phone: '77019999999',
    password: stranger.password,
    user_metadata: stranger.data,
  })
  if (error) throw error
  const now = new Date()
  const userId = data.user.id
  await claimed.platform.db
    .insertInto('auth.mfa_factors')
    .values({
      id: crypto.randomUUID(),
      user_id: userId,
      factor_type: 'totp',
      status: 'verified',
      friendly_name: 'чужой',
      secret: 'JBSWY3DPEHPK3PXP',
      created_at: now,
      updated_at: now,
    })
    .execute()
  return userId
}

async function codeOf(kind: string): Promise<string> {
  await expect.poll(() => claimed.platform.mails.some((mail) => mail.kind === kind)).toBe(true)
  return claimed.platform.lastMailTo(asel).code
}

async function follow(link: string): Promise<URL> {
  const answer = await fetch(link.replace('http://platform.test', claimed.platform.url), {
    redirect: 'manual',
  })
  return new URL(answer.headers.get('location') ?? '')
}

const proofs: Record<string, (userId: string) => Promise<unknown>> = {
  'a code for signing in': async () => {
    await visitorClient(claimed.platform).auth.signInWithOtp({ email: asel })
    const token = claimed.platform.lastMailTo(asel).code
    return visitorClient(claimed.platform).auth.verifyOtp({ email: asel, token, type: 'email' })
  },
  "the code of a stranger's sign-up, typed in to sign in": async () => {
    await visitorClient(claimed.platform).auth.signUp({
      email: asel,
      password: stranger.password,
      options: { data: stranger.data },
    })
    const token = await codeOf('confirmation')
    return visitorClient(claimed.platform).auth.verifyOtp({ email: asel, token, type: 'email' })
  },
  'a link for signing in': async () => {
    await visitorClient(claimed.platform).auth.signInWithOtp({ email: asel })
    return follow(claimed.platform.lastMailTo(asel).link)
  },
  'a recovery': async () => {
    await visitorClient(claimed.platform).auth.resetPasswordForEmail(asel)
    const token = await codeOf('recovery')
    return visitorClient(claimed.platform).auth.verifyOtp({ email: asel, token, type: 'recovery' })
  },
  'an invitation': async () => {
    await serviceClient(claimed.platform).auth.admin.inviteUserByEmail(asel)
    return follow(claimed.platform.lastMailTo(asel).link)
  },
  'a link an administrator made': async () => {
    const { data } = await serviceClient(claimed.platform).auth.admin.generateLink({
      type: 'magiclink',
      email: asel,
    })
    return follow(data.properties?.action_link ?? '')
  },
  'the word of an administrator': (userId) =>
    serviceClient(claimed.platform).auth.admin.updateUserById(userId, { email_confirm: true }),
}

describe('whoever proves an address that a stranger claimed', () => {
  it.each(Object.keys(proofs))('starts clean by %s', async (way) => {
    const userId = await givenClaimedAddress()
    await proofs[way]?.(userId)
    const { data } = await serviceClient(claimed.platform).auth.admin.getUserById(userId)
    expect(data.user?.email_confirmed_at).toBeDefined()
    expect(data.user?.phone).toBe('')
    expect(data.user?.factors ?? []).toEqual([])
    expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(['email'])
    expect(data.user?.user_metadata).not.toMatchObject({ name: expect.anything() })
    expect(data.user?.user_metadata).not.toHaveProperty('phone')
    const { error } = await visitorClient(claimed.platform).auth.signInWithPassword({
      email: asel,
      password: stranger.password,
    })
    expect(error?.code).toBe('invalid_credentials')
  })

  it('starts clean in the account of somebody without an address who asked for theirs', async () => {
    const anonymous = visitorClient(claimed.platform)
    await anonymous.auth.signInAnonymously({ options: { data: stranger.data } })
    const before = (await anonymous.auth.getSession()).data.session?.access_token ?? ''
    await anonymous.auth.updateUser({ email: asel })
    const token = await codeOf('email_change')
    const { body } = await agreeToChange(claimed.platform, anonymous, { email: asel, token })
    expect(body.user).toMatchObject({ email: asel })
    expect(body.user).not.toHaveProperty('user_metadata.name')
    expect((await call(claimed.platform, '/auth/v1/user', { token: before })).body.error_code).toBe(
      'session_not_found',
    )
  })

  it('keeps a password of their own through later codes', async () => {
    const { client } = await signedInClient(claimed.platform, asel)
    expect(
      (await client.auth.updateUser({ password: 'my own one', data: { name: 'Асель' } })).error,
    ).toBeNull()
    const { client: again } = await signedInClient(claimed.platform, asel)
    expect((await again.auth.getUser()).data.user?.user_metadata.name).toBe('Асель')
    const signedIn = await visitorClient(claimed.platform).auth.signInWithPassword({
      email: asel,
      password: 'my own one',
    })
    expect(signedIn.error).toBeNull()
  })
})

describe('a sign-up', () => {
  it('changes nothing of an account that is there', async () => {
    const userId = await givenClaimedAddress()
    const row = () =>
      claimed.platform.db
        .selectFrom('auth.users')
        .select(['encrypted_password', 'raw_user_meta_data', 'phone', 'email_confirmed_at'])
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
    const before = await row()
    await visitorClient(claimed.platform).auth.signUp({
      email: asel,
      password: 'another one',
      options: { data: { name: 'Другой' } },
    })
    expect(await row()).toEqual(before)
  })
})

describe('a link asked for with a code challenge', () => {
  const challenge = { code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' }
  const ask = () =>
    call(claimed.platform, '/auth/v1/otp', {
      method: 'POST',
      body: JSON.stringify({ email: asel, ...challenge }),
    })

  it('leaves the code beside it good when it was opened elsewhere, and proves nothing by itself', async () => {
    await ask()
    const { link, code } = claimed.platform.lastMailTo(asel)
    const authCode = (await follow(link)).searchParams.get('code')
    expect(authCode).toBeTruthy()
    const { data } = await serviceClient(claimed.platform).auth.admin.listUsers()
    expect(data.users[0]?.email_confirmed_at).toBeUndefined()
    expect((await follow(link)).searchParams.get('error_code')).toBe('otp_expired')

    const elsewhere = await visitorClient(claimed.platform).auth.verifyOtp({
      email: asel,
      token: code,
      type: 'email',
    })
    expect(elsewhere.error).toBeNull()
  })

  const trade = (auth_code: string | null) =>
    call(claimed.platform, '/auth/v1/token?grant_type=pkce', {
      method: 'POST',
      body: JSON.stringify({ auth_code, code_verifier: challenge.code_challenge }),
    })

  it.each(['for the first time', 'again'])(
    'leaves nothing to its asker once the code beside it was typed by whoever signs in %s',
    async (time) => {
      if (time === 'again') await signedInClient(claimed.platform, asel)
      await ask()
      const { link, code } = claimed.platform.lastMailTo(asel)
      const authCode = (await follow(link)).searchParams.get('code')
      expect(authCode).toBeTruthy()
      const typed = await visitorClient(claimed.platform).auth.verifyOtp({
        email: asel,
        token: code,
        type: 'email',
      })
      expect(typed.error).toBeNull()
      expect(await trade(authCode)).toMatchObject({
        status: 404,
        body: { error_code: 'flow_state_not_found' },
      })
      expect((await follow(link)).searchParams.get('error_code')).toBe('otp_expired')
    },
  )

  it('signs in nobody by an address that is the account’s no more', async () => {
    const { userId } = await signedInClient(claimed.platform, asel)
    await ask()
    const authCode = (await follow(claimed.platform.lastMailTo(asel).link)).searchParams.get('code')
    expect(authCode).toBeTruthy()
    const users = claimed.platform.db.updateTable('auth.users').where('id', '=', userId)
    await users.set({ email: 'other@example.com' }).execute()
    expect(await trade(authCode)).toMatchObject({ status: 404, body: { error_code: 'flow_state_not_found' } })
    await users.set({ email: asel }).execute()
    expect((await trade(authCode)).status).toBe(200)
  })

  it('signs in nobody who was banned since it was followed', async () => {
    const { userId } = await signedInClient(claimed.platform, asel)
    await ask()
    const authCode = (await follow(claimed.platform.lastMailTo(asel).link)).searchParams.get('code')
    expect(authCode).toBeTruthy()
    const users = claimed.platform.db.updateTable('auth.users').where('id', '=', userId)
    await users.set({ banned_until: new Date(Date.now() + 60_000) }).execute()
    expect(await trade(authCode)).toMatchObject({ status: 403, body: { error_code: 'user_banned' } })
    await users.set({ banned_until: null }).execute()
    expect((await trade(authCode)).status).toBe(200)
  })

  it('uses up the code beside it once its asker has come back', async () => {
    await ask()
    const { link, code } = claimed.platform.lastMailTo(asel)
    const traded = await trade((await follow(link)).searchParams.get('code'))
    expect(traded.body).toMatchObject({ user: { email: asel, email_confirmed_at: expect.any(String) } })
    const late = await visitorClient(claimed.platform).auth.verifyOtp({
      email: asel,
      token: code,
      type: 'email',
    })
    expect(late.error?.code).toBe('otp_expired')
  })
})

describe('what a person says of themselves', () => {
  const bulk = (letters: number, key = 'bulk') => ({ [key]: 'ж'.repeat(letters) })

  it('has room for 16 KiB, however it is brought there, and may always shrink', async () => {
    const { client, userId } = await signedInClient(claimed.platform, asel)
    expect((await client.auth.updateUser({ data: bulk(4_000, 'a') })).error).toBeNull()
    const more = await client.auth.updateUser({ data: bulk(5_000, 'b') })
    expect([more.error?.status, more.error?.code]).toEqual([422, 'validation_failed'])
    expect((await client.auth.getUser()).data.user?.user_metadata).not.toHaveProperty('b')

    await claimed.platform.db
      .updateTable('auth.users')
      .set({ raw_user_meta_data: JSON.stringify({ ...bulk(9_000, 'a'), ...bulk(2_000, 'b') }) })
      .where('id', '=', userId)
      .execute()
    expect((await client.auth.updateUser({ data: { b: null } })).error).toBeNull()
    expect((await client.auth.updateUser({ data: { c: 'c' } })).error?.code).toBe('validation_failed')
  })

  it('waits with a code in no more room than that', async () => {
    const ask = (email: string, data: object, auth = visitorClient(claimed.platform).auth) =>
      auth.signInWithOtp({ email, options: { data } })
    expect((await ask('new@example.com', bulk(9_000))).error?.code).toBe('validation_failed')
    expect((await ask('new@example.com', bulk(4_000))).error).toBeNull()
    const kept = () =>
      claimed.platform.db.selectFrom('auth.one_time_tokens').select('offer').execute().then(JSON.stringify)
    expect(await kept()).toContain('жжжж')
  })
})

it('an account may ask for five changes of its address a day, and writes to no more', async () => {
  const { client } = await signedInClient(claimed.platform, asel)
  claimed.platform.mails.length = 0
  const codes: (string | undefined)[] = []
  for (let i = 0; i < 7; i++) {
    codes.push((await client.auth.updateUser({ email: `victim${i}@example.com` })).error?.code)
  }
  expect(codes.filter((code) => code === undefined)).toHaveLength(5)
  expect(codes.slice(5)).toEqual(['over_request_rate_limit', 'over_request_rate_limit'])
  await expect.poll(() => claimed.platform.mails.filter(({ to }) => to.startsWith('victim')).length).toBe(5)
})
