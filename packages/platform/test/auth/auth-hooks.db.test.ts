import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { HooksSettings } from '../../src/settings.ts'
import { agreeToChange, call, signedInClient, visitorClient } from '../../testing/clients.ts'
import { givenSharedDatabase, type SharedDatabase, type TestPlatform } from '../../testing/given-platform.ts'

const asel = 'asel@example.com'
const secret = Buffer.from('a secret of the hook, long enough').toString('base64')
const secrets = [`v1,whsec_${secret}`]

type Told = { headers: IncomingHttpHeaders; text: string; body: Record<string, Record<string, unknown>> }
const told: Told[] = []
let answer: (response: ServerResponse) => void
let server: Server
let shared: SharedDatabase
let platform: TestPlatform

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    told.push({ headers: request.headers, text, body: JSON.parse(text) })
    answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  shared = await givenSharedDatabase()
  const opening = await shared.open()
  await opening.runScript(`
    create table public.hook_calls (event jsonb);
    create function public.add_claim(event jsonb) returns jsonb language plpgsql as $$ begin
      return jsonb_build_object('claims', event -> 'claims' || '{"plan": "gold"}');
    end $$;
    create function public.drop_sub(event jsonb) returns jsonb language sql as
      $$ select jsonb_build_object('claims', (event -> 'claims') - 'sub') $$;
    create function public.take_over(event jsonb) returns jsonb language sql as
      $$ select jsonb_build_object('claims', event -> 'claims' || '{"role": "service_role"}') $$;
    create function public.refuse(event jsonb) returns jsonb language sql as
      $$ select '{"error": {"http_code": 403, "message": "Not today"}}'::jsonb $$;
    create function public.fail(event jsonb) returns jsonb language plpgsql as
      $$ begin raise exception 'what nobody should see'; end $$;
    create function public.reject(event jsonb) returns jsonb language sql as
      $$ select '{"decision": "reject", "message": "Enough"}'::jsonb $$;
    create function public.remember(event jsonb) returns jsonb language plpgsql as
      $$ begin insert into public.hook_calls values (event); return '{}'; end $$;`)
  await opening.close()
})
afterAll(async () => {
  await shared.drop()
  server.close()
})
beforeEach(() => {
  told.length = 0
  answer = (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
})

const inDatabase = (name: string) => ({ uri: `pg-functions://postgres/public/${name}` })
const atAddress = () => ({ uri: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, secrets })

async function given(hooks: HooksSettings, work: () => Promise<void>): Promise<void> {
  platform = await shared.openEmpty({
    auth: { hooks, autoconfirm: true, phoneEnabled: true },
  })
  try {
    await work()
  } finally {
    await platform.close()
  }
}

const signUp = (email = asel) =>
  call(platform, '/auth/v1/signup', {
    method: 'POST',
    body: JSON.stringify({ email, password: 'long enough' }),
  })

describe('a hook that chooses the claims of a token', () => {
  it('is asked at sign-in and at each refresh, and its claims are signed', async () => {
    await given({ customAccessToken: inDatabase('add_claim') }, async () => {
      const client = visitorClient(platform)
      const { data } = await client.auth.signUp({ email: asel, password: 'long enough' })
      expect(decodeJwt(data.session?.access_token ?? '')).toMatchObject({
        plan: 'gold',
        role: 'authenticated',
      })
      const refreshed = await client.auth.refreshSession()
      expect(decodeJwt(refreshed.data.session?.access_token ?? '')).toMatchObject({ plan: 'gold' })
      expect((await client.auth.getUser()).error).toBeNull()
    })
  })

  it.each([
    ['drop_sub', 500, 'unexpected_failure', /sub is required/],
    ['take_over', 500, 'unexpected_failure', /role: Not a role of users/],
    ['refuse', 403, 'unknown', /^Not today$/],
    ['fail', 500, 'unexpected_failure', /^Error running hook URI: pg-functions:\/\/postgres\/public\/fail$/],
    ['nowhere', 500, 'unexpected_failure', /^Error running hook URI/],
  ])('leaves no session behind when it answers as %s', async (name, status, error_code, msg) => {
    await given({ customAccessToken: inDatabase(name) }, async () => {
      expect(await signUp()).toMatchObject({ status, body: { error_code, msg: expect.stringMatching(msg) } })
      expect(await platform.db.selectFrom('auth.sessions').select('id').execute()).toEqual([])
      expect(platform.logs.join()).not.toMatch(/what nobody should see|asel@/)
    })
  })

  it('does not make a thief of whoever refreshes again after it failed', async () => {
    await given({ customAccessToken: atAddress() }, async () => {
      let isWell = true
      answer = (response) => {
        if (!isWell) return void response.writeHead(400).end()
        const { claims } = told.at(-1)?.body ?? {}
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ claims }))
      }
      const { refresh_token } = (await signUp()).body
      const refresh = () =>
        call(platform, '/auth/v1/token?grant_type=refresh_token', {
          method: 'POST',
          body: JSON.stringify({ refresh_token }),
        })
      isWell = false
      expect((await refresh()).status).toBe(500)
      isWell = true
      await platform.db
        .updateTable('auth.refresh_tokens')
        .set({ updated_at: new Date(Date.now() - 60_000) })
        .execute()
      expect((await refresh()).status).toBe(200)
    })
  })
})

describe('a hook at an address', () => {
  it('is told of a mail instead of its being sent, signed as Standard Webhooks are', async () => {
    await given({ sendEmail: atAddress() }, async () => {
      const asked = await visitorClient(platform).auth.signInWithOtp({ email: asel })
      expect(asked.error).toBeNull()
      expect(platform.mails).toEqual([])
      const [{ headers, text, body } = { headers: {}, text: '', body: {} }] = told
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`
      const expected = createHmac('sha256', Buffer.from(secret, 'base64')).update(signed).digest('base64')
      expect(headers['webhook-signature']).toBe(`v1,${expected}`)
      expect(body).toMatchObject({
        metadata: { name: 'send-email' },
        user: { email: asel },
        email_data: { email_action_type: 'signup', site_url: 'http://platform.test' },
      })
      const token = String(body.email_data?.token)
      const verified = await visitorClient(platform).auth.verifyOtp({ email: asel, token, type: 'email' })
      expect(verified.error).toBeNull()
    })
  })

  it('gets both halves of a change of address in one call, under names that are crossed', async () => {
    await given({ sendEmail: atAddress() }, async () => {
      const client = visitorClient(platform)
      await client.auth.signUp({ email: asel, password: 'long enough' })
      await client.auth.updateUser({ email: 'new@example.com' })
      await expect.poll(() => told.length).toBe(1)
      const data = told[0]?.body.email_data ?? {}
      const answers = []
      for (const token_hash of [data.token_hash, data.token_hash_new].map(String)) {
        answers.push((await agreeToChange(platform, client, { token_hash })).body.user)
      }
      expect(answers).toMatchObject([undefined, { email: 'new@example.com' }])
    })
  })

  it.each<[string, (response: ServerResponse) => void, number, string]>([
    ['with an error of its own', json({ error: { http_code: 429, message: 'Slower' } }), 429, 'unknown'],
    [
      'that the payload is wrong',
      (response) => void response.writeHead(400).end(),
      500,
      'unexpected_failure',
    ],
    [
      'by sending us elsewhere',
      (response) => void response.writeHead(302, { location: '/' }).end(),
      500,
      'unexpected_failure',
    ],
    [
      'in another format',
      (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('ok'),
      400,
      'hook_payload_invalid_content_type',
    ],
    ['too much', json({ long: 'x'.repeat(300_000) }), 422, 'hook_payload_over_size_limit'],
    [
      'nonsense',
      (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{'),
      500,
      'unexpected_failure',
    ],
    ['that it is busy', (response) => void response.writeHead(503).end(), 500, 'unexpected_failure'],
  ])('fails the request when it answers %s', async (_what, answering, status, error_code) => {
    await given({ sendEmail: atAddress() }, async () => {
      answer = answering
      const body = JSON.stringify({ email: asel })
      expect(await call(platform, '/auth/v1/otp', { method: 'POST', body })).toMatchObject({
        status,
        body: { error_code },
      })
      expect(told).toHaveLength(1)
    })
  })

  it('is asked three times when it is busy and says until when', async () => {
    await given({ sendEmail: atAddress() }, async () => {
      answer = (response) =>
        void (told.length < 3
          ? response.writeHead(503, { 'retry-after': 'true' }).end()
          : response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
      expect((await visitorClient(platform).auth.signInWithOtp({ email: asel })).error).toBeNull()
      expect(told).toHaveLength(3)
    })
  })
})

it('a hook texts in place of a provider', async () => {
  await given({ sendSms: inDatabase('remember') }, async () => {
    await visitorClient(platform).auth.signInWithOtp({ phone: '77010000001' })
    const { rows } = await sql<{ event: { sms: { otp: string; phone: string } } }>`
      select event from public.hook_calls`.execute(platform.db)
    const { otp: token = '', phone = '' } = rows[0]?.event.sms ?? {}
    expect(phone).toBe('77010000001')
    const verified = await visitorClient(platform).auth.verifyOtp({ phone, token, type: 'sms' })
    expect(verified.error).toBeNull()
  })
})

it('a hook that rejects a second factor ends the sessions of its user', async () => {
  await given({ mfaVerificationAttempt: inDatabase('reject') }, async () => {
    const { client } = await signedInClient(platform, asel)
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp' })
    const answered = await client.auth.mfa.challengeAndVerify({ factorId: data?.id ?? '', code: '000000' })
    expect(answered.error).toMatchObject({
      status: 403,
      code: 'mfa_verification_rejected',
      message: 'Enough',
    })
    expect(await platform.db.selectFrom('auth.sessions').select('id').execute()).toEqual([])
  })
})

function json(body: unknown) {
  return (response: ServerResponse) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
