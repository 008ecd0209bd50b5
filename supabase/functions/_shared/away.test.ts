import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import deleteAccount from '../delete-account/index.ts'
import exportAccount from '../export-account/index.ts'

/** What the project answers, by the service that is asked. */
let answers: Record<'auth' | 'rest', { status: number; body: unknown }>
const project = createServer((request, response) => {
  const { status, body } = answers[request.url?.startsWith('/auth/') ? 'auth' : 'rest']
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
})
let url: string

beforeAll(async () => {
  await new Promise<void>((listening) => project.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(project.address() as AddressInfo).port}`
})
afterAll(() => project.close())

const claims = { aal: 'aal1', amr: [{ method: 'otp', timestamp: Math.floor(Date.now() / 1000) }] }
const token = ['{}', JSON.stringify(claims), '']
  .map((part) => Buffer.from(part).toString('base64url'))
  .join('.')
const signedIn = { status: 200, body: { id: 'somebody' } }

beforeEach(() => {
  const environment = { SUPABASE_URL: url, SUPABASE_ANON_KEY: 'public', SUPABASE_SERVICE_ROLE_KEY: 'secret' }
  vi.stubGlobal('Deno', { env: { get: (name: keyof typeof environment) => environment[name] } })
})

const run = ({ fetch }: typeof deleteAccount) =>
  fetch(
    new Request(`${url}/functions/v1/any`, { method: 'POST', headers: { authorization: `Bearer ${token}` } }),
  )

describe.each([
  ['deleting an account', deleteAccount],
  ['taking the data along', exportAccount],
])('%s', (_, edge) => {
  test.each<[string, typeof answers]>([
    ['sign-in', { auth: { status: 503, body: {} }, rest: { status: 200, body: [] } }],
    ['data', { auth: signedIn, rest: { status: 503, body: {} } }],
  ])('is to be tried again while %s is away', async (_service, given) => {
    answers = given
    const response = await run(edge)
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await response.json()).toMatchObject({ code: 'unavailable' })
  })

  test('fails when a service does, so that the failure is logged', async () => {
    answers = { auth: signedIn, rest: { status: 500, body: {} } }
    await expect(run(edge)).rejects.toThrow('answered 500')
  })
})
