import { createVerify, generateKeyPairSync, X509Certificate } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call, signedInClient, visitorClient } from '../../../testing/clients.ts'
import { givenPlatform, type TestPlatform } from '../../../testing/given-platform.ts'
import {
  type Assertion,
  encryptAssertion,
  givenSamlProvider,
  readSamlRequest,
} from '../../../testing/saml-identity-provider.ts'
import { truncateAll } from '../../../testing/truncate-all.ts'
import { saml } from './saml.ts'
import { withSsoTables } from './sso-tables.ts'

const service = {
  entityId: 'http://platform.test/auth/v1/sso/saml/metadata',
  acsUrl: 'http://platform.test/auth/v1/sso/saml/acs',
}
const company = givenSamlProvider('https://idp.test/company', service)
const stranger = givenSamlProvider('https://idp.test/company', service)

let platform: TestPlatform

beforeAll(async () => {
  const privateKey = generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()
  platform = await givenPlatform({
    optionalSignIns: [saml({ privateKey, allowEncryptedAssertions: true })],
  })
})
afterAll(() => platform.close())
beforeEach(() => truncateAll(platform.db))

const admin = (path: string, init: RequestInit & { data?: unknown } = {}) =>
  call(platform, `/auth/v1/admin/sso/providers${path}`, {
    ...init,
    token: platform.keys.serviceRoleJwt,
    ...(init.data === undefined ? {} : { body: JSON.stringify(init.data) }),
  })

async function givenCompany(more: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await admin('', {
    method: 'POST',
    data: { type: 'saml', metadata_xml: company.metadata, domains: ['company.test'], ...more },
  })
  expect(status).toBe(201)
  return String(body.id)
}

async function begin(options: Record<string, unknown> = {}) {
  const { data, error } = await visitorClient(platform).auth.signInWithSSO({
    domain: 'company.test',
    options: { redirectTo: 'http://site.test/cabinet', ...options },
  })
  if (error) throw error
  return readSamlRequest(data?.url ?? '')
}

/** Posts an answer as the provider's page makes the browser do, and reads where that leads. */
async function post(xml: string, relayState: string): Promise<URL> {
  const response = await fetch(`${platform.url}/auth/v1/sso/saml/acs`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: relayState }),
  })
  expect(response.status).toBe(303)
  return new URL(response.headers.get('location') ?? '')
}

async function signIn(said: Assertion = {}): Promise<URL> {
  const { requestId, relayState } = await begin()
  return post(company.answer({ inResponseTo: requestId, ...said }), relayState)
}

async function userOf(target: URL): Promise<Record<string, unknown>> {
  const token = new URLSearchParams(target.hash.slice(1)).get('access_token') ?? ''
  return (await call(platform, '/auth/v1/user', { token })).body
}

describe('signing in through a company', () => {
  it('makes an account that is the company’s, and finds it again', async () => {
    const id = await givenCompany()
    const target = await signIn()
    expect(target.href).toMatch(/^http:\/\/site\.test\/cabinet#access_token=/)
    const user = await userOf(target)
    expect(user).toMatchObject({
      email: 'asel@company.test',
      app_metadata: { provider: `sso:${id}`, providers: [`sso:${id}`] },
      identities: [{ provider: `sso:${id}`, id: 'person-1' }],
    })
    expect((await userOf(await signIn())).id).toBe(user.id)
  })

  it('never opens the account that someone else has with the same address', async () => {
    await givenCompany()
    const { userId } = await signedInClient(platform, 'asel@company.test')
    expect((await userOf(await signIn())).id).not.toBe(userId)
  })

  it('answers a client with a code challenge by a code only that client can trade', async () => {
    await givenCompany()
    const kept = new Map<string, string>()
    const client = createClient(platform.url, platform.keys.publishable, {
      auth: {
        flowType: 'pkce',
        autoRefreshToken: false,
        detectSessionInUrl: false,
        storage: {
          getItem: (key) => kept.get(key) ?? null,
          setItem: (key, value) => void kept.set(key, value),
          removeItem: (key) => void kept.delete(key),
        },
      },
    })
    const { data } = await client.auth.signInWithSSO({
      domain: 'company.test',
      options: { redirectTo: 'http://site.test/cabinet' },
    })
    const { requestId, relayState } = readSamlRequest(data?.url ?? '')
    const target = await post(company.answer({ inResponseTo: requestId }), relayState)
    const code = target.searchParams.get('code') ?? ''
    const exchanged = await client.auth.exchangeCodeForSession(code)
    expect(exchanged.data.user?.email).toBe('asel@company.test')
  })

  it('takes answers that began at the company’s own page', async () => {
    await givenCompany()
    const target = await post(company.answer(), 'http://site.test/cabinet')
    expect((await userOf(target)).email).toBe('asel@company.test')
    const elsewhere = await post(company.answer(), 'http://evil.test/')
    expect(elsewhere.host).toBe('site.test')
  })

  it('names people as the company’s mapping says', async () => {
    await givenCompany({
      attribute_mapping: { keys: { full_name: { name: 'cn' }, team: { default: 'all' } } },
    })
    const user = await userOf(await signIn({ attributes: { cn: 'Асель' } }))
    expect(user.user_metadata).toMatchObject({ full_name: 'Асель', team: 'all' })
  })

  it('leaves address and password to the company', async () => {
    await givenCompany()
    const fragment = new URLSearchParams((await signIn()).hash.slice(1))
    const { body, status } = await call(platform, '/auth/v1/user', {
      method: 'PUT',
      token: fragment.get('access_token') ?? '',
      body: JSON.stringify({ password: 'long enough' }),
    })
    expect({ status, code: body.error_code }).toEqual({ status: 422, code: 'user_sso_managed' })
  })
})

describe('an assertion', () => {
  const refused = async (said: Assertion, sign = company.signed) => {
    const { requestId, relayState } = await begin()
    const target = await post(sign(company.unsigned({ inResponseTo: requestId, ...said })), relayState)
    expect(target.hash).not.toContain('access_token')
    return target.searchParams.get('error_code')
  }

  it.each<[string, Assertion]>([
    ['for another audience', { audience: 'https://other.test' }],
    ['for another address', { recipient: 'https://other.test/acs' }],
    ['that has ended', { expiresInMs: -120_000 }],
    ['in answer to another request', { inResponseTo: 'id-of-another' }],
    ['of another issuer', { issuer: 'https://idp.test/other' }],
  ])('%s is refused', async (_what, said) => {
    await givenCompany()
    expect(await refused(said)).toBe('validation_failed')
  })

  it('without a signature, of a stranger, or changed after signing is refused', async () => {
    await givenCompany()
    expect(await refused({}, (xml) => xml)).toBe('validation_failed')
    expect(await refused({}, (xml) => stranger.signed(xml))).toBe('validation_failed')
    const changed = (xml: string) => company.signed(xml).replaceAll('asel@company', 'boss@company')
    expect(await refused({}, changed)).toBe('validation_failed')
  })

  it('beside a signed one is not what is read', async () => {
    await givenCompany()
    const { requestId, relayState } = await begin()
    const signed = company.answer({ inResponseTo: requestId })
    const forged = /<saml:Assertion.*<\/saml:Assertion>/s.exec(
      company.unsigned({ inResponseTo: requestId, email: 'boss@company.test', subject: 'boss' }),
    )?.[0]
    const target = await post(signed.replace('<saml:Assertion', `${forged}<saml:Assertion`), relayState)
    expect(target.searchParams.get('error_code')).toBe('validation_failed')
  })

  it('is taken once', async () => {
    await givenCompany()
    const { requestId, relayState } = await begin()
    const xml = company.answer({ inResponseTo: requestId })
    expect((await post(xml, relayState)).hash).toContain('access_token')
    expect((await post(xml, relayState)).searchParams.get('error_code')).toBe('saml_relay_state_not_found')
    const unasked = company.answer()
    expect((await post(unasked, '')).hash).toContain('access_token')
    expect((await post(unasked, '')).searchParams.get('error_code')).toBe('validation_failed')
  })

  it('that names nobody is refused', async () => {
    await givenCompany()
    expect(await refused({ email: null })).toBe('saml_assertion_no_email')
  })

  it('of a provider nobody has entered is refused', async () => {
    const target = await post(company.answer(), '')
    expect(target.searchParams.get('error_code')).toBe('saml_idp_not_found')
  })
})

describe('asking for a company', () => {
  it.each<[Record<string, unknown>, number, string]>([
    [{}, 400, 'validation_failed'],
    [{ domain: 'x.test', provider_id: crypto.randomUUID() }, 400, 'validation_failed'],
    [{ provider_id: 'x' }, 400, 'validation_failed'],
    [{ domain: 'x.test' }, 404, 'sso_provider_not_found'],
    [{ provider_id: crypto.randomUUID() }, 404, 'sso_provider_not_found'],
  ])('%j is refused', async (data, status, code) => {
    const answer = await call(platform, '/auth/v1/sso', { method: 'POST', body: JSON.stringify(data) })
    expect(answer).toMatchObject({ status, body: { error_code: code } })
  })

  it('is refused while the company is switched off', async () => {
    const id = await givenCompany()
    await admin(`/${id}`, { method: 'PUT', data: { disabled: true } })
    await expect(begin()).rejects.toMatchObject({ code: 'sso_provider_disabled' })
  })
})

describe('companies’ providers', () => {
  it('are entered, listed, changed and removed by administrators', async () => {
    const id = await givenCompany()
    const listed = await admin('')
    expect(listed.body.items).toEqual([
      expect.objectContaining({ id, domains: [{ domain: 'company.test' }] }),
    ])
    const changed = await admin(`/${id}`, { method: 'PUT', data: { domains: ['new.test', 'company.test'] } })
    expect(changed.body).toMatchObject({ domains: [{ domain: 'company.test' }, { domain: 'new.test' }] })
    expect((await admin(`/${id}`)).body).toMatchObject({ saml: { entity_id: 'https://idp.test/company' } })
    expect((await admin(`/${id}`, { method: 'DELETE' })).status).toBe(200)
    expect((await admin(`/${id}`)).body).toMatchObject({ error_code: 'sso_provider_not_found' })
  })

  it.each<[string, Record<string, unknown>, number, string]>([
    ['twice', { metadata_xml: company.metadata }, 422, 'saml_idp_already_exists'],
    ['with metadata that is none', { metadata_xml: '<x/>' }, 400, 'validation_failed'],
    ['with what is no XML', { metadata_xml: 'x' }, 400, 'validation_failed'],
    [
      'with entities of their own',
      { metadata_xml: '<!DOCTYPE x [<!ENTITY a "b">]><x/>' },
      400,
      'validation_failed',
    ],
    ['without metadata', {}, 400, 'validation_failed'],
    ['with an address in the clear', { metadata_url: 'http://idp.test/' }, 400, 'validation_failed'],
    [
      'for a domain that is taken',
      {
        metadata_xml: givenSamlProvider('https://idp.test/other', service).metadata,
        domains: ['COMPANY.test'],
      },
      400,
      'sso_domain_already_exists',
    ],
  ])('cannot be entered %s', async (_what, data, status, code) => {
    await givenCompany()
    const answer = await admin('', { method: 'POST', data: { type: 'saml', ...data } })
    expect(answer).toMatchObject({ status, body: { error_code: code } })
  })

  it('are nobody else’s business', async () => {
    const { client } = await signedInClient(platform, 'asel@example.com')
    const token = (await client.auth.getSession()).data.session?.access_token ?? ''
    const answer = await call(platform, '/auth/v1/admin/sso/providers', { token })
    expect(answer).toMatchObject({ status: 403, body: { error_code: 'not_admin' } })
  })
})

it('publishes what companies enter about us', async () => {
  const { status, body } = await call(platform, '/auth/v1/sso/saml/metadata')
  expect(status).toBe(200)
  expect(body.text).toContain(`entityID="${service.entityId}"`)
  expect(body.text).toContain(`Location="${service.acsUrl}"`)
})

describe('a key of our own', () => {
  async function certificateFor(use: string): Promise<string> {
    const metadata = await (await fetch(`${platform.url}/auth/v1/sso/saml/metadata`)).text()
    const [descriptor = ''] =
      metadata.match(/<KeyDescriptor.*?<\/KeyDescriptor>/gs)?.filter((one) => one.includes(`use="${use}"`)) ??
      []
    return /Certificate>\s*([\w+/=\s]+?)\s*</.exec(descriptor)?.[1] ?? ''
  }

  it('signs what is asked of a company, which finds it in our metadata', async () => {
    await givenCompany()
    const { data } = await visitorClient(platform).auth.signInWithSSO({ domain: 'company.test' })
    const [, query = ''] = data?.url.split('?') ?? []
    const [signed = '', signature = ''] = query.split('&Signature=')
    expect(signed).toContain(encodeURIComponent('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'))
    const { publicKey } = new X509Certificate(Buffer.from(await certificateFor('signing'), 'base64'))
    const isOurs = createVerify('sha256')
      .update(signed)
      .verify(publicKey, decodeURIComponent(signature), 'base64')
    expect(isOurs).toBe(true)
  })

  it('opens an assertion that was encrypted for us, and believes it as little as any other', async () => {
    await givenCompany()
    const certificate = await certificateFor('encryption')
    const { requestId, relayState } = await begin()
    const sealed = encryptAssertion(company.answer({ inResponseTo: requestId }), certificate)
    expect(sealed).not.toContain('asel@company.test')
    expect(await userOf(await post(sealed, relayState))).toMatchObject({ email: 'asel@company.test' })

    const refused = async (xml: (requestId: string) => string) => {
      const asked = await begin()
      return (
        await post(encryptAssertion(xml(asked.requestId), certificate), asked.relayState)
      ).searchParams.get('error_code')
    }
    const told = (said: Assertion) => (inResponseTo: string) => company.answer({ inResponseTo, ...said })
    for (const xml of [
      (inResponseTo: string) => company.unsigned({ inResponseTo }),
      (inResponseTo: string) => stranger.answer({ inResponseTo }),
      told({ audience: 'https://elsewhere.test' }),
      told({ recipient: 'https://elsewhere.test' }),
      told({ expiresInMs: -120_000 }),
      told({ inResponseTo: 'another' }),
    ]) {
      expect(await refused(xml)).toBe('validation_failed')
    }
    const once = told({ assertionId: '_once' })
    const asked = await begin()
    await post(encryptAssertion(once(asked.requestId), certificate), asked.relayState)
    expect(await refused(once)).toBe('validation_failed')
  })
})

it('clears away what people began at their company and never came back for', async () => {
  await givenCompany()
  const started = await begin()
  expect(started.relayState).not.toBe('')
  expect(await platform.purgeSignIns()).toMatchObject({ challenges: 0 })
  await withSsoTables(platform.db)
    .updateTable('auth.saml_relay_states')
    .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
    .execute()
  expect(await platform.purgeSignIns()).toMatchObject({ challenges: 1 })
})

it('is refused as GoTrue refuses it where it is switched off', async () => {
  const off = await givenPlatform({ optionalSignIns: [saml({ enabled: false })] })
  const body = JSON.stringify({ domain: 'example.com' })
  const answer = await call(off, '/auth/v1/sso', { method: 'POST', body })
  expect(answer).toMatchObject({ status: 404, body: { error_code: 'saml_provider_disabled' } })
  await off.close()
})
