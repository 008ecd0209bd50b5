import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call, visitorClient } from '../testing/clients.ts'
import { givenServer, type Server } from './given-server.ts'

const asel = 'asel@example.com'
const page = 'http://site.test/profile'
let platform: Server

beforeAll(async () => {
  platform = await givenServer()
})
afterAll(() => platform.close())
beforeEach(() => platform.reset())

/** A tab of a site that keeps a verifier and gets a code back. */
function pkceClient(): SupabaseClient {
  const kept = new Map<string, string>()
  return createClient(platform.url, platform.keys.publishable, {
    auth: {
      flowType: 'pkce',
      persistSession: true,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      storageKey: `pkce-${crypto.randomUUID()}`,
      storage: {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => void kept.set(key, value),
        removeItem: (key) => void kept.delete(key),
      },
    },
  })
}

/** Follows the link of the newest mail and returns the address that it leads to. */
async function followLastMailTo(email: string): Promise<URL> {
  const link = (await platform.requireMailbox().lastMailTo(email)).link.replace(
    'http://platform.test',
    platform.url,
  )
  const answer = await fetch(link, { redirect: 'manual' })
  expect(answer.status).toBe(303)
  return new URL(answer.headers.get('location') ?? '')
}

describe('a mail that was asked for with a code challenge', () => {
  it('leads back with a code that its asker trades for a session, once', async () => {
    const client = pkceClient()
    await client.auth.signInWithOtp({ email: asel, options: { emailRedirectTo: page } })
    const back = await followLastMailTo(asel)
    expect(back.origin + back.pathname).toBe(page)
    expect(back.hash).toBe('')
    const code = back.searchParams.get('code') ?? ''
    const { data, error } = await client.auth.exchangeCodeForSession(code)
    expect(error).toBeNull()
    expect(data.user?.email).toBe(asel)
    expect((await client.auth.getUser()).data.user?.email).toBe(asel)

    const again = await call(platform, '/auth/v1/token?grant_type=pkce', {
      method: 'POST',
      body: JSON.stringify({ auth_code: code, code_verifier: 'a'.repeat(43) }),
    })
    expect(again).toMatchObject({ status: 404, body: { error_code: 'flow_state_not_found' } })
  })

  it('gives a session to nobody who lacks the verifier', async () => {
    await pkceClient().auth.signInWithOtp({ email: asel, options: { emailRedirectTo: page } })
    const code = (await followLastMailTo(asel)).searchParams.get('code') ?? ''
    const stranger = await call(platform, '/auth/v1/token?grant_type=pkce', {
      method: 'POST',
      body: JSON.stringify({ auth_code: code, code_verifier: 'b'.repeat(43) }),
    })
    expect(stranger).toMatchObject({
      status: 400,
      body: {
        error_code: 'bad_code_verifier',
        msg: 'code challenge does not match previously saved code verifier',
      },
    })
  })

  it('works for signing up and recovery; a change of address asks for its codes', async () => {
    const client = pkceClient()
    await client.auth.signUp({ email: asel, password: 'long enough', options: { emailRedirectTo: page } })
    const confirmed = await client.auth.exchangeCodeForSession(
      (await followLastMailTo(asel)).searchParams.get('code') ?? '',
    )
    expect(confirmed.data.user?.email_confirmed_at).toBeTruthy()

    await client.auth.updateUser({ email: 'asel.new@example.com' }, { emailRedirectTo: page })
    // Not as in GoTrue: mailboxes follow links, too.
    const followed = await followLastMailTo('asel.new@example.com')
    expect(new URLSearchParams(followed.hash.slice(1)).get('error_code')).toBe('address_change_needs_code')
    expect((await client.auth.getUser()).data.user?.email).toBe(asel)

    await client.auth.resetPasswordForEmail(asel, { redirectTo: page })
    await expect.poll(async () => (await platform.requireMailbox().lastMailTo(asel)).kind).toBe('recovery')
    const events: string[] = []
    client.auth.onAuthStateChange((event) => void events.push(event))
    const back = await followLastMailTo(asel)
    expect((await client.auth.exchangeCodeForSession(back.searchParams.get('code') ?? '')).error).toBeNull()
    expect(events).toContain('PASSWORD_RECOVERY')
  })

  it('gives the session at once to whoever posts the token of the link, as servers of sites do', async () => {
    await pkceClient().auth.signInWithOtp({ email: asel })
    const token =
      new URL((await platform.requireMailbox().lastMailTo(asel)).link).searchParams.get('token') ?? ''
    expect(token).toMatch(/^pkce_/)
    const { data, error } = await visitorClient(platform).auth.verifyOtp({ token_hash: token, type: 'email' })
    expect(error).toBeNull()
    expect(data.session?.access_token).toBeTruthy()
  })

  it('says in query and fragment when the link is used up', async () => {
    await pkceClient().auth.signInWithOtp({ email: asel, options: { emailRedirectTo: page } })
    await followLastMailTo(asel)
    const back = await followLastMailTo(asel)
    expect(back.searchParams.get('error_code')).toBe('otp_expired')
    expect(new URLSearchParams(back.hash.slice(1)).get('error')).toBe('access_denied')
  })

  it('is refused when the code is older than five minutes', async () => {
    const client = pkceClient()
    await client.auth.signInWithOtp({ email: asel, options: { emailRedirectTo: page } })
    const code = (await followLastMailTo(asel)).searchParams.get('code') ?? ''
    await platform.db
      .updateTable('auth.flow_state')
      .set({ auth_code_issued_at: new Date(Date.now() - 301_000) })
      .execute()
    expect((await client.auth.exchangeCodeForSession(code)).error).toMatchObject({
      status: 403,
      code: 'flow_state_expired',
    })
  })

  it.each([
    [{ code_challenge: 'a'.repeat(43) }, /requires code_challenge_method/],
    [{ code_challenge: 'short', code_challenge_method: 's256' }, /between 43 and 128/],
    [{ code_challenge: 'ж'.repeat(43), code_challenge_method: 's256' }, /can only contain/],
    [{ code_challenge: 'a'.repeat(43), code_challenge_method: 'md5' }, /invalid PKCE/],
  ])('needs a whole and known challenge: %j', async (challenge, message) => {
    const answer = await call(platform, '/auth/v1/otp', {
      method: 'POST',
      body: JSON.stringify({ email: asel, ...challenge }),
    })
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } })
    expect(answer.body.msg).toMatch(message)
  })

  it('answers an unknown address of a recovery like a known one', async () => {
    const { error } = await pkceClient().auth.resetPasswordForEmail('nobody@example.com')
    expect(error).toBeNull()
    expect(await platform.requireMailbox().listMails()).toHaveLength(0)
  })
})
