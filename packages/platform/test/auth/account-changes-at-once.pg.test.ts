import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { agreeToChange, call, serviceClient, signedInClient } from '../../testing/clients.ts'
import { asel, givenAtOnce } from './given-at-once.ts'

const auth = givenAtOnce()
const { post, givenProven, codeFor, during } = auth

describe('an account that goes', () => {
  const lingering = { event: 'after update', table: 'auth.one_time_tokens' }
  const removeAs = (userId: string, softly: boolean) => async () => {
    const { error } = await serviceClient(auth.platform).auth.admin.deleteUser(userId, softly)
    return { status: error?.status ?? 200 }
  }

  it('does not wait for the change of its password by a code', async () => {
    const { client, userId } = await signedInClient(auth.platform, asel)
    await sql`delete from platform.mail_throttle`.execute(auth.platform.db)
    expect((await client.auth.reauthenticate()).error).toBeNull()
    const { code: nonce } = auth.platform.lastMailTo(asel)
    await sql`update auth.sessions set created_at = now() - interval '3 days'`.execute(auth.platform.db)
    const change = async () => {
      const { error } = await client.auth.updateUser({ password: 'another one', nonce })
      return { status: error?.status ?? 200 }
    }
    expect(await during(lingering, change, [removeAs(userId, false)])).toEqual([200, 200])
    expect(await auth.platform.db.selectFrom('auth.users').select('id').execute()).toEqual([])
  })

  it('softly does not wait for a sign-in by its code', async () => {
    const userId = await givenProven()
    const token = await codeFor(asel)
    const show = () => post('verify', { type: 'email', email: asel, token })
    expect(await during(lingering, show, [removeAs(userId, true)])).toEqual([200, 200])
    expect(await auth.platform.db.selectFrom('auth.sessions').select('id').execute()).toEqual([])
  })

  it('does not wait for the first proof of its address', async () => {
    const token = await codeFor(asel)
    const { id } = await auth.platform.db.selectFrom('auth.users').select('id').executeTakeFirstOrThrow()
    await sql`insert into auth.sessions (id, user_id) values (gen_random_uuid(), ${id})`.execute(
      auth.platform.db,
    )
    const show = () => post('verify', { type: 'email', email: asel, token })
    expect(await during(lingering, show, [removeAs(id, false)])).toEqual([200, 200])
  })
})

describe('an identity that is taken away', () => {
  it('does not wait for the code that signs in by its address', async () => {
    const userId = await givenProven()
    const { client } = await signedInClient(auth.platform, asel)
    const session = (await client.auth.getSession()).data.session?.access_token ?? ''
    await sql`
      insert into auth.identities (provider_id, user_id, identity_data, provider)
      values ('1', ${userId}::uuid, '{"sub":"1","email":"asel@gmail.example","email_verified":true}', 'google')`.execute(
      auth.platform.db,
    )
    const { id } = await auth.platform.db
      .selectFrom('auth.identities')
      .select('id')
      .where('provider', '=', 'email')
      .executeTakeFirstOrThrow()
    await sql`delete from platform.mail_throttle`.execute(auth.platform.db)
    await sql`update auth.users set recovery_sent_at = null`.execute(auth.platform.db)
    const token = await codeFor(asel)
    const show = () => post('verify', { type: 'email', email: asel, token })
    const unlink = () =>
      call(auth.platform, `/auth/v1/user/identities/${id}`, { method: 'DELETE', token: session })
    const lingering = { event: 'after update', table: 'auth.one_time_tokens' }
    expect(await during(lingering, show, [unlink])).toEqual([200, 200])
  })
})

describe('an account that is written to again as it goes', () => {
  const challenge = { code_challenge: 'v'.repeat(64), code_challenge_method: 'plain' }
  const password = 'long enough'

  it.each([
    [
      'a link for one client',
      'after insert',
      'auth.flow_state',
      () => post('otp', { email: asel, ...challenge }),
    ],
    ['its sign-up, once more', 'after update', 'auth.users', () => post('signup', { email: asel, password })],
    [
      'the link of its sign-up',
      'after update',
      'auth.users',
      async () => {
        const { error } = await serviceClient(auth.platform).auth.admin.generateLink({
          type: 'signup',
          email: asel,
          password,
        })
        return { status: error?.status ?? 200 }
      },
    ],
  ])('does not wait for %s', async (_, event, table, write) => {
    await codeFor(asel)
    await sql`delete from platform.mail_throttle`.execute(auth.platform.db)
    const { id } = await auth.platform.db.selectFrom('auth.users').select('id').executeTakeFirstOrThrow()
    const remove = async () => {
      const { error } = await serviceClient(auth.platform).auth.admin.deleteUser(id)
      return { status: error?.status ?? 200 }
    }
    expect(await during({ event, table }, write, [remove])).toEqual([200, 200])
    expect(await auth.platform.db.selectFrom('auth.users').select('id').execute()).toEqual([])
  })
})

describe('an account of which nothing is proven, with codes of two kinds, that goes', () => {
  const remove = (id: string) => async () => {
    const { error } = await serviceClient(auth.platform).auth.admin.deleteUser(id)
    return { status: error?.status ?? 200 }
  }
  /** Asks for a sign-in, and then for a new password, whose code is held after that of the sign-in. */
  async function givenTwoCodes(asking: object = {}) {
    await codeFor(asel)
    await sql`delete from platform.mail_throttle`.execute(auth.platform.db)
    expect((await post('recover', { email: asel, ...asking })).status).toBe(200)
    await expect.poll(() => auth.platform.mails.length).toBe(2)
    const { id } = await auth.platform.db.selectFrom('auth.users').select('id').executeTakeFirstOrThrow()
    return { id, ...auth.platform.lastMailTo(asel) }
  }
  const noUser = () => auth.platform.db.selectFrom('auth.users').select('id').execute()

  it('does not wait for the code that proves its address', async () => {
    const { id, code } = await givenTwoCodes()
    const show = () => post('verify', { type: 'recovery', email: asel, token: code })
    const lingering = { event: 'after update', table: 'auth.one_time_tokens' }
    expect(await during(lingering, show, [remove(id)])).toEqual([200, 200])
    expect(await noUser()).toEqual([])
  })

  it('does not wait for the link that proves its address', async () => {
    const { id, link } = await givenTwoCodes()
    const { searchParams } = new URL(link)
    const token_hash = searchParams.get('token_hash') ?? searchParams.get('token')
    const follow = () => post('verify', { type: 'recovery', token_hash })
    const lingering = { event: 'after update', table: 'auth.one_time_tokens' }
    expect(await during(lingering, follow, [remove(id)])).toEqual([200, 200])
    expect(await noUser()).toEqual([])
  })

  it('does not wait for the client that fetches the session of its link', async () => {
    const verifier = 'v'.repeat(64)
    const { id, link } = await givenTwoCodes({ code_challenge: verifier, code_challenge_method: 'plain' })
    const { pathname, search } = new URL(link)
    const followed = await fetch(`${auth.platform.url}${pathname}${search}`, { redirect: 'manual' })
    const auth_code = new URL(followed.headers.get('location') ?? '').searchParams.get('code')
    const trade = () => post('token?grant_type=pkce', { auth_code, code_verifier: verifier })
    const lingering = { event: 'before delete', table: 'auth.flow_state' }
    expect(await during(lingering, trade, [remove(id)])).toEqual([200, 200])
    expect(await noUser()).toEqual([])
  })

  it('does not wait for an administrator who vouches for its address', async () => {
    const { data } = await serviceClient(auth.platform).auth.admin.createUser({ email: asel })
    const id = data.user?.id ?? ''
    // As they lie in the table, the one that is held last comes first.
    expect((await post('recover', { email: asel })).status).toBe(200)
    await expect.poll(() => auth.platform.mails.length).toBe(1)
    await sql`delete from platform.mail_throttle`.execute(auth.platform.db)
    await codeFor(asel)
    await sql`analyze auth.one_time_tokens`.execute(auth.platform.db)
    expect(await auth.platform.db.selectFrom('auth.one_time_tokens').select('id').execute()).toHaveLength(2)
    const vouch = async () => {
      const { error } = await serviceClient(auth.platform).auth.admin.updateUserById(id, {
        email_confirm: true,
      })
      return { status: error?.status ?? 200 }
    }
    const lingering = { event: 'before delete', table: 'auth.one_time_tokens' }
    expect(await during(lingering, vouch, [remove(id)])).toEqual([200, 200])
    expect(await noUser()).toEqual([])
  })
})

describe('a change of address asked for again and agreed to at the same moment', () => {
  it.each([
    { event: 'after update of email_change_sent_at', table: 'auth.users' },
    { event: 'after insert or update', table: 'auth.one_time_tokens' },
  ])('does not wait for itself while the asking holds $table', async (lingering) => {
    const { client } = await signedInClient(auth.platform, asel)
    const next = 'next@example.com'
    expect((await client.auth.updateUser({ email: next })).error).toBeNull()
    await expect.poll(() => auth.platform.mails.some(({ to }) => to === next)).toBe(true)
    await sql`delete from platform.mail_throttle`.execute(auth.platform.db)
    const { code: token } = auth.platform.lastMailTo(next)
    const resend = () => post('resend', { type: 'email_change', email: asel })
    const agree = () => agreeToChange(auth.platform, client, { email: next, token })
    const [resent, agreed] = await during(lingering, resend, [agree])
    expect(resent).toBe(200)
    expect([200, 403]).toContain(agreed)
  })
})
