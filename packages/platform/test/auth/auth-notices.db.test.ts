import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { defaultWebAuthn } from '../../src/resolve-settings.ts'
import { Authenticator } from '../../testing/authenticator.ts'
import { call, serviceClient, signedInClient } from '../../testing/clients.ts'
import { givenPlatform, type TestPlatform } from '../../testing/given-platform.ts'
import { truncateAll } from '../../testing/truncate-all.ts'

const asel = 'asel@example.com'
const siteUrl = 'http://site.test'
let platform: TestPlatform
let mailIsDown = false

beforeAll(async () => {
  platform = await givenPlatform({
    siteUrl,
    auth: { notifyOfChanges: true, webauthn: { ...defaultWebAuthn(siteUrl), passkeysEnabled: true } },
    renderMail: (kind, { code, link, changed }) => {
      if (mailIsDown && changed) throw new Error('no mail server')
      return {
        subject: kind,
        text: JSON.stringify({ kind, code, link }),
        html: changed?.userAgent ?? 'nobody',
      }
    },
  })
})
afterAll(() => platform.close())
beforeEach(async () => {
  mailIsDown = false
  await truncateAll(platform.db)
  platform.mails.length = 0
})

const notices = () =>
  platform.mails
    .filter(({ subject }) => /^(factor|passkey|password|phone)_/.test(subject))
    .map(({ to, subject, html }) => [to, subject, html])

async function addFactor(client: Awaited<ReturnType<typeof signedInClient>>['client']): Promise<string> {
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp' })
  if (!data) throw new Error('no factor')
  const code = new TOTP({ secret: data.totp.secret }).generate()
  expect((await client.auth.mfa.challengeAndVerify({ factorId: data.id, code })).error).toBeNull()
  return data.id
}

it('tells of a factor once it is proven, and of one that is removed', async () => {
  const { client } = await signedInClient(platform, asel)
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'unfinished' })
  await client.auth.mfa.unenroll({ factorId: data?.id ?? '' })
  expect(notices()).toEqual([])
  const factorId = await addFactor(client)
  await expect.poll(notices).toEqual([[asel, 'factor_added', expect.any(String)]])
  // Shown once more it is no new one.
  expect(notices()[0]?.[2]).not.toContain('nobody')
  expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull()
  await expect.poll(() => notices().map(([, kind]) => kind)).toEqual(['factor_added', 'factor_removed'])
})

it('tells of a factor that an administrator removed', async () => {
  const { client, userId } = await signedInClient(platform, asel)
  const id = await addFactor(client)
  const { error } = await serviceClient(platform).auth.admin.mfa.deleteFactor({ userId, id })
  expect(error).toBeNull()
  await expect.poll(notices).toContainEqual([asel, 'factor_removed', 'nobody'])
})

it('tells of a passkey that was added and removed, by its user or an administrator', async () => {
  const { client, userId } = await signedInClient(platform, asel)
  const token = (await client.auth.getSession()).data.session?.access_token ?? ''
  const send = (method: string, path: string, body?: object, key?: string) =>
    call(platform, `/auth/v1/${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      ...(key ? { key } : { token }),
    })
  const add = async () => {
    const { body } = await send('POST', 'passkeys/registration/options', {})
    const { challenge_id, options } = body as {
      challenge_id: string
      options: { challenge: string; user: { id: string } }
    }
    const credential = new Authenticator('site.test', siteUrl).create(options)
    const added = await send('POST', 'passkeys/registration/verify', { challenge_id, credential })
    expect(added.status).toBe(200)
    return (added.body as { id: string }).id
  }
  const [own, other] = [await add(), await add()]
  expect((await send('DELETE', `passkeys/${own}`)).status).toBe(204)
  const { secret } = platform.keys
  expect((await send('DELETE', `admin/users/${userId}/passkeys/${other}`, undefined, secret)).status).toBe(
    204,
  )
  await expect
    .poll(() => notices().map(([, kind]) => kind))
    .toEqual(['passkey_added', 'passkey_added', 'passkey_removed', 'passkey_removed'])
})

it('keeps what was changed when the mail cannot be sent', async () => {
  const { client } = await signedInClient(platform, asel)
  mailIsDown = true
  await addFactor(client)
  expect((await client.auth.mfa.listFactors()).data?.totp).toHaveLength(1)
  await expect.poll(() => platform.logs.join()).toContain('mail was not sent')
  expect(notices()).toEqual([])
})
