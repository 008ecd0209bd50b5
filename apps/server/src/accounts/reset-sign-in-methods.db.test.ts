import { Authenticator, optionsOf } from '@app/platform/testing/authenticator'
import { buildAttempt } from '@app/testing/attempt'
import { buildIntent, shopAt } from '@app/testing/payments/shop'
import { aigerim, freshEmail, timur } from '@app/testing/people'
import { type GivenServer, givenServer } from '@app/testing/server/given-server'
import { addSecondFactor } from '@app/testing/server/second-factor'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grantOwnerRole } from '../panel/grant-owner-role.ts'
import { resetSecondFactors } from '../panel/reset-second-factors.ts'
import { revokeOwnerRoles } from '../panel/revoke-owner-roles.ts'
import { resetSignInMethods } from './reset-sign-in-methods.ts'

const site = 'http://localhost:3000'
const password = 'Wide-steppe-2026'
let server: GivenServer
beforeAll(async () => {
  server = await givenServer()
})
afterAll(() => server.close())

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT'

async function auth(method: Method, path: string, payload?: object, token?: string) {
  const answer = await server.app.inject({
    ...{ method, url: `/auth/v1/${path}` },
    headers: { apikey: server.publishableKey, ...(token && { authorization: `Bearer ${token}` }) },
    ...(payload && { payload }),
  })
  return {
    status: answer.statusCode,
    location: String(answer.headers.location ?? ''),
    body: answer.body.startsWith('{') ? answer.json() : {},
  }
}

const mailsTo = (email: string) => server.mailbox.list().filter(({ to }) => to === email)

async function signInByCode(email: string) {
  const before = mailsTo(email).length
  await auth('POST', 'otp', { email })
  await expect.poll(() => mailsTo(email).length).toBe(before + 1)
  const token = /^\d{6}$/m.exec(mailsTo(email)[0]?.text ?? '')?.[0]
  return auth('POST', 'verify', { email, token, type: 'email' })
}

/** Whoever has everything that an account may be entered by: a session, a password, an app and a passkey. */
async function givenWays(email: string) {
  const { data } = await server.admin.auth.admin.createUser({ email, password, email_confirm: true })
  const userId = data.user?.id ?? ''
  const first = (await auth('POST', 'token?grant_type=password', { email, password })).body
  const { token } = await addSecondFactor(server.app, first.access_token)
  const other = (await auth('POST', 'token?grant_type=password', { email, password })).body
  const key = new Authenticator('localhost', site)
  const begun = optionsOf((await auth('POST', 'passkeys/registration/options', {}, token)).body)
  const credential = key.create(begun.options)
  const kept = { challenge_id: begun.challenge_id, credential }
  expect((await auth('POST', 'passkeys/registration/verify', kept, token)).status).toBe(200)
  const byPasskey = async () => {
    const { challenge_id, options } = optionsOf(
      (await auth('POST', 'passkeys/authentication/options', {})).body,
    )
    return auth('POST', 'passkeys/authentication/verify', { challenge_id, credential: key.get(options) })
  }
  expect((await byPasskey()).status).toBe(200)
  return { userId, token, refreshToken: String(other.refresh_token), byPasskey }
}

/** Tries each way to sign in and returns the error codes. */
async function tryWays(
  email: string,
  { token, refreshToken, byPasskey }: Awaited<ReturnType<typeof givenWays>>,
) {
  return {
    session: (await auth('GET', 'user', undefined, token)).body.error_code,
    refresh: (await auth('POST', 'token?grant_type=refresh_token', { refresh_token: refreshToken })).body
      .error_code,
    password: (await auth('POST', 'token?grant_type=password', { email, password })).body.error_code,
    passkey: (await byPasskey()).body.error_code,
  }
}

const shut = {
  session: 'session_not_found',
  refresh: 'refresh_token_not_found',
  password: 'invalid_credentials',
  passkey: 'webauthn_verification_failed',
}

async function countFactors(userId: string): Promise<number> {
  const { rows } = await sql`select from auth.mfa_factors where user_id = ${userId}`.execute(server.db)
  return rows.length
}

describe('an address that somebody else would take', () => {
  test.each(['a fresh session', 'a nonce'])('is not changed to by %s, nor written to', async (proof) => {
    const [mine, hers] = [freshEmail(timur), freshEmail(aigerim)]
    const { token, userId } = await server.signIn(mine)
    const nonce = proof === 'a nonce' ? { nonce: '123456' } : {}
    expect(await auth('PUT', 'user', { email: hers, ...nonce }, token)).toMatchObject({
      status: 422,
      body: { error_code: 'address_change_disabled' },
    })
    expect(await auth('PUT', 'user', { phone: '77010000001', ...nonce }, token)).toMatchObject({
      status: 422,
      body: { error_code: 'address_change_disabled' },
    })
    for (const type of ['email_change_current', 'email_change_new'] as const) {
      const link = await server.admin.auth.admin.generateLink({ type, email: mine, newEmail: hers })
      expect(link.error?.code).toBe('address_change_disabled')
    }
    const resent = await auth('POST', 'resend', { type: 'email_change', email: mine })
    expect(resent.body.error_code).toBe('address_change_disabled')
    // One's own address again is no change.
    expect((await auth('PUT', 'user', { email: mine.toUpperCase() }, token)).status).toBe(200)
    const { rows } = await sql`select email, email_change from auth.users where id = ${userId}`.execute(
      server.db,
    )
    expect(rows).toEqual([{ email: mine, email_change: '' }])
    expect(mailsTo(hers)).toEqual([])
  })

  test.each(['GET', 'HEAD', 'POST'] as const)(
    'is not changed to by a change that was asked for before, shown by %s',
    async (method) => {
      const [mine, hers] = [freshEmail(timur), freshEmail(aigerim)]
      const { token, userId } = await server.signIn(mine)
      await sql`alter table auth.users disable trigger users_keep_address`.execute(server.db)
      await sql`update auth.users set email_change = ${hers}, email_change_confirm_status = 1,
        email_change_sent_at = now() where id = ${userId}`.execute(server.db)
      await sql`alter table auth.users enable trigger users_keep_address`.execute(server.db)
      await sql`insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, code_hash)
        values (gen_random_uuid(), ${userId}, 'email_change_token_new',
          encode(sha256('link of before'), 'hex'), ${hers}, 'any')`.execute(server.db)
      const shown =
        method === 'POST'
          ? await auth('POST', 'verify', { type: 'email_change', token_hash: 'link of before' }, token)
          : await auth(method, 'verify?type=email_change&token=link%20of%20before')
      expect([shown.status, shown.body.error_code ?? /error_code=(\w+)/.exec(shown.location)?.[1]]).toEqual(
        {
          GET: [303, 'address_change_needs_code'],
          HEAD: [404, undefined],
          POST: [422, 'address_change_disabled'],
        }[method],
      )
      const { rows } = await sql`select email, used_at from auth.users
        join auth.one_time_tokens on one_time_tokens.user_id = users.id
        where users.id = ${userId}`.execute(server.db)
      expect(rows).toEqual([{ email: mine, used_at: null }])
      await sql`delete from auth.one_time_tokens where user_id = ${userId}`.execute(server.db)
    },
  )

  test('is refused by the database, too, where sign-in is hosted', async () => {
    const [mine, hers] = [freshEmail(timur), freshEmail(aigerim)]
    const { userId } = await server.signIn(mine)
    const wish = sql`update auth.users set email_change = ${hers} where id = ${userId}`.execute(server.db)
    await expect(wish).rejects.toThrow('not changed by its user')
  })

  test('opens nothing of hers to whoever had the account, once an administrator gives it her address', async () => {
    const [mine, hers] = [freshEmail(timur), freshEmail(aigerim)]
    const ways = await givenWays(mine)
    const { error } = await server.admin.auth.admin.updateUserById(ways.userId, { email: hers })
    expect(error).toBeNull()
    expect(await tryWays(hers, ways)).toEqual(shut)

    const contact = { name: aigerim.name, email: hers, phone: aigerim.phone }
    await server.saveLead(buildAttempt({ contact }))
    const { status, body } = await signInByCode(hers)
    expect(status).toBe(200)
    const { rows } = await sql`select user_id, ownership from quiz_leads where email = ${hers}`.execute(
      server.db,
    )
    expect(rows).toEqual([{ user_id: body.user.id, ownership: 'linked' }])
    expect(await tryWays(hers, ways)).toEqual(shut)
    expect(body.user.user_metadata).toEqual(expect.objectContaining({ email: hers }))
  })

  test('counts for nothing until it is proven since the account bears it', async () => {
    const [mine, hers] = [freshEmail(timur), freshEmail(aigerim)]
    const { userId } = await server.signIn(mine)
    const shop = shopAt(server.app)
    await shop.placeOrder(buildIntent({ email: hers, productType: 'subscription' }))
    // As hosted Supabase does it, which keeps the confirmation of the address before.
    await sql`update auth.users set email = ${hers} where id = ${userId}`.execute(server.db)
    const { rows } = await sql`select email_confirmed_at from auth.users where id = ${userId}`.execute(
      server.db,
    )
    expect(rows).toEqual([{ email_confirmed_at: null }])
    await sql`insert into auth.sessions (id, user_id) values (gen_random_uuid(), ${userId})`.execute(
      server.db,
    )
    await server.saveLead(
      buildAttempt({ contact: { name: aigerim.name, email: hers, phone: aigerim.phone } }),
    )
    const leads = await sql`select user_id, ownership from quiz_leads where email = ${hers}`.execute(
      server.db,
    )
    expect(leads.rows).toEqual([{ user_id: null, ownership: 'anonymous' }])
  })
})

describe('what an account could be entered by', () => {
  test('ends when it gets a role: a passkey from before signs in nobody', async () => {
    const email = freshEmail(timur)
    const ways = await givenWays(email)
    await grantOwnerRole({ db: server.db, jobs: server.jobs, supabase: server.admin }, email)
    expect(await tryWays(email, ways)).toEqual(shut)
    expect(await countFactors(ways.userId)).toBe(0)
    const { body } = await signInByCode(email)
    expect(body.user.app_metadata.role).toBe('admin')
  })

  test('ends when the role is taken', async () => {
    const email = freshEmail(timur)
    const ways = await givenWays(email)
    await server.admin.auth.admin.updateUserById(ways.userId, { app_metadata: { role: 'admin' } })
    expect(await revokeOwnerRoles(server, [])).toBeGreaterThan(0)
    expect(await tryWays(email, ways)).toEqual(shut)
    expect((await signInByCode(email)).body.user.app_metadata).not.toHaveProperty('role')
  })

  test('ends when second factors are reset', async () => {
    const email = freshEmail(timur)
    const ways = await givenWays(email)
    expect(await resetSecondFactors(server, email)).toBe(1)
    expect(await tryWays(email, ways)).toEqual(shut)
    await server.jobs.drainQueue()
    const removed = ['Второй шаг входа убран — «Ясный день»', 'Ключ доступа убран — «Ясный день»']
    for (const subject of removed) {
      await expect.poll(() => mailsTo(email).map((mail) => mail.subject)).toContain(subject)
    }
  })

  test('stays with a recovery that could not be completed, and so does its code', async () => {
    const email = freshEmail(timur)
    const ways = await givenWays(email)
    const before = mailsTo(email).length
    await auth('POST', 'recover', { email })
    await expect.poll(() => mailsTo(email).length).toBe(before + 1)
    const token = /^\d{6}$/m.exec(mailsTo(email)[0]?.text ?? '')?.[0]
    const recover = () => auth('POST', 'verify', { email, token, type: 'recovery' })
    await sql`create function public.refuse() returns trigger language plpgsql as
      $$ begin raise exception 'no'; end $$`.execute(server.db)
    await sql`create trigger refuse before delete on auth.webauthn_credentials
      for each row execute function public.refuse()`.execute(server.db)
    expect((await recover()).status).toBe(500)
    await sql`drop function public.refuse() cascade`.execute(server.db)
    expect((await auth('GET', 'user', undefined, ways.token)).status).toBe(200)
    expect((await recover()).status).toBe(200)
    expect(await tryWays(email, ways)).toEqual(shut)
  })

  test.each(['a typed code', 'a link that only its asker can use'])(
    'ends with a recovery by %s, but for the second factor, which a mailbox does not get past',
    async (how) => {
      const email = freshEmail(timur)
      const ways = await givenWays(email)
      const challenge = { code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' }
      const before = mailsTo(email).length
      await auth('POST', 'recover', { email, ...(how === 'a typed code' ? {} : challenge) })
      await expect.poll(() => mailsTo(email).length).toBe(before + 1)
      const token = /^\d{6}$/m.exec(mailsTo(email)[0]?.text ?? '')?.[0]
      const recovered =
        how === 'a typed code'
          ? await auth('POST', 'verify', { email, token, type: 'recovery' })
          : await followAndTrade(ways.userId)
      expect(recovered.status).toBe(200)
      expect(await tryWays(email, ways)).toEqual(shut)
      await expect
        .poll(() => mailsTo(email).map((mail) => mail.subject))
        .toContain('Ключ доступа убран — «Ясный день»')
      expect(await countFactors(ways.userId)).toBe(1)
      const changed = await auth(
        'PUT',
        'user',
        { password: 'Wider-steppe-2027' },
        recovered.body.access_token,
      )
      expect(changed.body.error_code).toBe('insufficient_aal')
    },
  )
})

/** The product mails no link with a recovery, so its token is settled here. */
async function followAndTrade(userId: string) {
  await sql`update auth.one_time_tokens set token_hash = encode(sha256('followed link'), 'hex')
    where user_id = ${userId} and token_type = 'recovery_token'`.execute(server.db)
  const { location } = await auth('GET', 'verify?type=recovery&token=followed%20link')
  const auth_code = new URL(location).searchParams.get('code')
  return auth('POST', 'token?grant_type=pkce', { auth_code, code_verifier: 'a'.repeat(43) })
}

describe('every table that refers to an account', () => {
  /** What a clean start empties, by the columns that say whose a row is. */
  const cleaned = [
    ...['auth.flow_state.linking_target_id', 'auth.flow_state.user_id', 'auth.identities.user_id'],
    ...['auth.mfa_factors.user_id', 'auth.one_time_tokens.user_id', 'auth.sessions.user_id'],
    ...['auth.webauthn_challenges.user_id', 'auth.webauthn_credentials.user_id'],
  ]

  /** What it leaves, and why nobody gets in by it. */
  const left: Readonly<Record<string, string>> = {
    'public.consents.user_id': 'what was agreed to',
    'public.contact_imports.made_by': 'what one of the staff did',
    'public.desk_named_views.owner': 'a list that one of the staff keeps',
    'public.desk_notes.author': 'what one of the staff wrote',
    'public.desk_people.user_id': 'the person at the desk',
    'public.messages.user_id': 'what was sent',
    'public.order_acts.actor': 'what one of the staff did',
    'public.orders.user_id': 'what was bought',
    'public.quiz_leads.user_id': 'answers, which nobody sees without a session',
    'public.refused_sign_ins.user_id': 'counts, for the journal',
    'public.staff.user_id': 'follows the role of the account',
    'public.trapped_leads.user_id': 'answers, which only the owner sees',
  }

  async function listReferences(): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`
      select format('%s.%s.%s', nspname, relname, attname) as name
      from pg_constraint
      join pg_class on pg_class.oid = conrelid join pg_namespace on pg_namespace.oid = relnamespace
      join pg_attribute on attrelid = conrelid and attnum = any (conkey)
      where contype = 'f' and confrelid = 'auth.users'::regclass and conparentid = 0
      order by 1`.execute(server.db)
    return rows.map(({ name }) => name)
  }

  test('is emptied by a clean start, or named with a reason', async () => {
    expect(await listReferences()).toEqual([...cleaned, ...Object.keys(left)].sort())
  })

  test.each([
    [
      'of the product',
      (userId: string) =>
        server.db.transaction().execute((trx) => resetSignInMethods(server.jobs, trx, userId)),
    ],
    [
      'of the platform',
      (userId: string) => server.admin.auth.admin.updateUserById(userId, { email: freshEmail(aigerim) }),
    ],
  ])('is empty of what it names after a clean start %s', async (_whose, clean) => {
    const email = freshEmail(timur)
    const { userId } = await givenWays(email)
    await sql`insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
      values (gen_random_uuid(), ${userId}, 'reauthentication_token', 'any', ${email})`.execute(server.db)
    await sql`insert into auth.flow_state (id, user_id, linking_target_id, provider_type, authentication_method)
      values (gen_random_uuid(), ${userId}, null, 'google', 'oauth'),
        (gen_random_uuid(), null, ${userId}, 'google', 'oauth')`.execute(server.db)
    // As whoever came by Google alone, and has no identity of their address.
    await sql`update auth.identities set provider = 'google' where user_id = ${userId}`.execute(server.db)
    await sql`insert into auth.webauthn_challenges (id, user_id, challenge_type, session_data, expires_at)
      values (gen_random_uuid(), ${userId}, 'registration', '{}', now())`.execute(server.db)
    await sql`update auth.users set phone_change = '77010000009' where id = ${userId}`.execute(server.db)
    const count = async (reference: string) => {
      const [schema = '', table = '', column = ''] = reference.split('.')
      const { rows } = await sql`select from ${sql.id(schema, table)}
        where ${sql.id(column)} = ${userId}`.execute(server.db)
      return rows.length
    }
    for (const reference of cleaned) expect([reference, await count(reference)]).not.toEqual([reference, 0])
    await clean(userId)
    const identities = { 'auth.identities.user_id': 1 }
    for (const reference of cleaned) {
      const expected = Object.hasOwn(identities, reference) ? 1 : 0
      expect([reference, await count(reference)]).toEqual([reference, expected])
    }
    const { rows } =
      await sql`select encrypted_password, phone_change, raw_app_meta_data -> 'providers' as providers
      from auth.users where id = ${userId}`.execute(server.db)
    expect(rows).toEqual([{ encrypted_password: null, phone_change: '', providers: ['email'] }])
    const { data } = await server.admin.auth.admin.getUserById(userId)
    expect(data.user?.identities).toEqual([
      expect.objectContaining({
        provider: 'email',
        identity_data: expect.objectContaining({ email: data.user?.email, sub: userId }),
      }),
    ])
  })
})
