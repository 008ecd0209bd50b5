import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { decodeJwt, jwtVerify, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../testing/free-port.ts'

const root = join(import.meta.dirname, '../../../..')
const secret = new TextEncoder().encode('a secret of at least thirty-two bytes')
const phone = '77010000001'
const running: ChildProcess[] = []
let folder: string
let open: Runner
let closed: Runner

type Runner = { url: string; mailUrl: string; publishable: string }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runner-'))
  const initSql = join(folder, 'init.sql')
  await writeFile(
    initSql,
    "create table public.notes (text text); insert into public.notes values ('salem');",
  )
  const shared = { TEST_DATA_DIR: 'memory', GOTRUE_JWT_SECRET: new TextDecoder().decode(secret) }
  ;[open, closed] = await Promise.all([
    givenRunner({
      ...shared,
      GOTRUE_SITE_URL: 'http://site.test',
      GOTRUE_URI_ALLOW_LIST: 'http://shop.test/**',
      GOTRUE_MAILER_AUTOCONFIRM: 'true',
      GOTRUE_JWT_EXP: '600',
      GOTRUE_JWT_ISSUER: 'http://issuer.test',
      GOTRUE_PASSWORD_MIN_LENGTH: '10',
      GOTRUE_SMTP_MAX_FREQUENCY: '0s',
      GOTRUE_MAILER_OTP_LENGTH: '8',
      GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true',
      GOTRUE_EXTERNAL_PHONE_ENABLED: 'true',
      GOTRUE_SMS_AUTOCONFIRM: 'true',
      GOTRUE_MFA_MAX_ENROLLED_FACTORS: '1',
      GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: 'true',
      GOTRUE_EXTERNAL_WEB3_SOLANA_ENABLED: 'true',
      GOTRUE_SAML_ENABLED: 'true',
      TEST_INIT_SQL: initSql,
    }),
    givenRunner({
      ...shared,
      GOTRUE_DISABLE_SIGNUP: 'true',
      GOTRUE_EXTERNAL_EMAIL_ENABLED: 'false',
      GOTRUE_JWT_ADMIN_ROLES: 'boss',
      GOTRUE_RATE_LIMIT_VERIFY: '1',
    }),
  ])
}, 90_000)

afterAll(async () => {
  await Promise.all(running.map(stop))
  await rm(folder, { recursive: true, force: true })
})

/** Starts the platform as `npm run platform` does, with nothing in its environment but what is given. */
async function givenRunner(env: Record<string, string>): Promise<Runner> {
  const [port, mailPort] = [await freePort(), await freePort()]
  const url = `http://localhost:${port}`
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env
  const child = spawn('npm', ['run', '--silent', 'platform'], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...{ PATH, HOME, NODE_COMPILE_CACHE, PORT: `${port}` },
      ...{ API_EXTERNAL_URL: url, TEST_MAIL_PORT: `${mailPort}`, ...env },
    },
  })
  running.push(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      said += chunk
    })
  }
  await vi.waitUntil(() => said.includes('"listening"') || child.exitCode !== null, {
    timeout: 60_000,
    interval: 100,
  })
  if (child.exitCode !== null) throw new Error(`The platform did not start: ${said}`)
  const line = said.split('\n').find((one) => one.includes('"listening"')) ?? ''
  return { url, mailUrl: `http://127.0.0.1:${mailPort}`, publishable: JSON.parse(line).publishable }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return
  const exited = once(child, 'exit')
  process.kill(-child.pid, 'SIGTERM')
  await exited
}

const clientOf = ({ url, publishable }: Runner, key = publishable) =>
  createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } })

/** A token as seeds and suites carry them: no end, and a subject that is no UUID. */
const tokenOf = (role: string) =>
  new SignJWT({ role, sub: '1234567890' }).setProtectedHeader({ alg: 'HS256' }).sign(secret)

async function mails({ mailUrl }: Runner): Promise<{ to: string; subject: string; text: string }[]> {
  return (await fetch(mailUrl)).json() as Promise<{ to: string; subject: string; text: string }[]>
}

describe('the platform on its own', () => {
  it('signs with the given secret, for the given time and issuer', async () => {
    const { data } = await clientOf(open).auth.signInAnonymously()
    const token = data.session?.access_token ?? ''
    const { payload } = await jwtVerify(token, secret, { algorithms: ['HS256'] })
    expect(payload).toMatchObject({ iss: 'http://issuer.test' })
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(600)
  })

  it('takes tokens signed with it in both headers, even without an end', async () => {
    const admin = clientOf(open, await tokenOf('service_role')).auth.admin
    expect((await admin.listUsers()).error).toBeNull()
    const upstream = clientOf(open, await tokenOf('supabase_admin')).auth.admin
    expect((await upstream.createUser({ email: 'berik@example.com' })).error).toBeNull()
    const forged = new SignJWT({ role: 'service_role' }).setProtectedHeader({ alg: 'HS256' })
    const token = await forged.sign(new TextEncoder().encode('another secret of thirty-two bytes'))
    expect((await clientOf(open, token).auth.admin.listUsers()).error?.code).toBe('bad_jwt')
  })

  it('ran the given SQL before it listened', async () => {
    const { data } = await clientOf(open, await tokenOf('service_role'))
      .from('notes')
      .select()
    expect(data).toEqual([{ text: 'salem' }])
    const keyless = await fetch(`${open.url}/rest/v1/notes`)
    expect(await keyless.json()).toEqual([{ text: 'salem' }])
  })

  it('confirms addresses by itself when told so, with passwords as long as told', async () => {
    const client = clientOf(open)
    const short = await client.auth.signUp({ email: 'asel@example.com', password: 'too short' })
    expect(short.error).toMatchObject({ code: 'weak_password', status: 422 })
    const { data } = await client.auth.signUp({ email: 'asel@example.com', password: 'long enough' })
    expect(data.session?.user.email_confirmed_at).toBeDefined()
    expect(decodeJwt(data.session?.access_token ?? '')).toMatchObject({ email: 'asel@example.com' })
  })

  it('lists captured mails oldest first with link and code, and forgets them when asked', async () => {
    await fetch(open.mailUrl, { method: 'DELETE' })
    const client = clientOf(open)
    await client.auth.signInWithOtp({ email: 'dana@example.com' })
    await expect.poll(() => mails(open)).toHaveLength(1)
    const [mail] = await mails(open)
    expect(mail).toMatchObject({ to: 'dana@example.com', subject: expect.any(String) })
    expect(mail?.text).toContain(`${open.url}/auth/v1/verify?`)
    const code = /\b\d{8}\b/.exec(mail?.text ?? '')?.[0] ?? ''
    const verified = await client.auth.verifyOtp({ email: 'dana@example.com', token: code, type: 'email' })
    expect(verified.error).toBeNull()
    await fetch(open.mailUrl, { method: 'DELETE' })
    expect(await mails(open)).toEqual([])
  })

  it('confirms numbers by itself and counts factors when told so', async () => {
    const client = clientOf(open)
    const { data } = await client.auth.signUp({ phone, password: 'long enough' })
    expect(data.user?.phone).toBe(phone)
    const first = await client.auth.mfa.enroll({ factorType: 'totp' })
    expect(first.error).toBeNull()
    const second = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'x' })
    expect(second.error?.code).toBe('too_many_enrolled_mfa_factors')
  })

  it('says in its settings what is switched on', async () => {
    const settings = async ({ url }: Runner) => (await fetch(`${url}/auth/v1/settings`)).json()
    expect(await settings(open)).toMatchObject({
      disable_signup: false,
      mailer_autoconfirm: true,
      saml_enabled: true,
      phone_autoconfirm: true,
      external: { anonymous_users: true, phone: true, email: true },
    })
    expect(await settings(closed)).toMatchObject({
      disable_signup: true,
      mailer_autoconfirm: false,
      saml_enabled: false,
      external: { anonymous_users: false, phone: false, email: false },
    })
  })

  it('goes by what is allowed of redirects, linking, wallets and companies', async () => {
    const admin = clientOf(open, await tokenOf('service_role')).auth.admin
    const linkTo = async (redirectTo: string) =>
      (await admin.generateLink({ type: 'magiclink', email: 'link@example.com', options: { redirectTo } }))
        .data.properties?.redirect_to
    expect(await linkTo('http://shop.test/in')).toBe('http://shop.test/in')
    expect(await linkTo('http://evil.test/in')).toBe('http://site.test')
    const codeOf = async (path: string, runner: Runner, body: unknown) => {
      const answer = await fetch(`${runner.url}/auth/v1/${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
      })
      return ((await answer.json()) as { error_code?: string }).error_code
    }
    const solana = { chain: 'solana' }
    expect(await codeOf('token?grant_type=web3', open, solana)).toBe('validation_failed')
    expect(await codeOf('token?grant_type=web3', closed, solana)).toBe('web3_provider_disabled')
    expect(await codeOf('sso', open, { domain: 'x.test' })).toBe('sso_provider_not_found')
    expect(await codeOf('sso', closed, { domain: 'x.test' })).toBe('saml_provider_disabled')
  })

  it('lets nobody sign up, and others administer, when told so', async () => {
    const refused = await clientOf(closed).auth.signUp({ email: 'asel@example.com', password: 'long enough' })
    expect(refused.error).toMatchObject({
      code: 'signup_disabled',
      message: 'Signups not allowed for this instance',
    })
    expect((await clientOf(closed).auth.signInAnonymously()).error?.code).toBe('signup_disabled')
    const usual = clientOf(closed, await tokenOf('service_role')).auth.admin
    expect((await usual.listUsers()).error?.code).toBe('not_admin')
    expect((await clientOf(closed, await tokenOf('boss')).auth.admin.listUsers()).error).toBeNull()
  })

  it('counts requests as told', async () => {
    const verify = () =>
      clientOf(closed).auth.verifyOtp({ email: 'asel@example.com', token: '000000', type: 'email' })
    expect((await verify()).error?.code).toBe('otp_expired')
    expect((await verify()).error?.code).toBe('over_request_rate_limit')
  })
})
