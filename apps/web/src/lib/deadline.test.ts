import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ClientConfig } from '@app/contracts/client-config'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { callApi } from './api.ts'
import { deviceStore } from './browser-storage.ts'
import { deviceKeys } from './device/keys.ts'
import { openSideClient, openSupabase } from './session/supabase-client.ts'

/** Takes every call and never answers. */
const server = createServer(() => {})
let config: ClientConfig
/** The time that was to be waited, of all that was asked. */
let waits: number[] = []

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  config = { apiUrl: url, supabaseUrl: url, supabaseKey: 'a-key' } as ClientConfig
})

const timeout = AbortSignal.timeout.bind(AbortSignal)
beforeEach(() => {
  waits = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    waits.push(ms)
    return timeout(ms / 200)
  })
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const unreachable = { name: 'AuthRetryableFetchError', status: 0 }

test('whoever signs in at a server that hangs is told so after twenty seconds', async () => {
  const { auth } = openSupabase(config)
  expect((await auth.signInWithOtp({ email: 'a@example.kz' })).error).toMatchObject(unreachable)
  const signIn = { email: 'a@example.kz', password: 'some-password' }
  expect((await auth.signInWithPassword(signIn)).error).toMatchObject(unreachable)
  const side = openSideClient(config, { knowsRequests: false })
  expect((await side.verifyOtp({ token_hash: 'a-hash', type: 'email' })).error).toMatchObject(unreachable)
  expect(waits).toEqual([20_000, 20_000, 20_000])
})

test('what is read of a server that hangs fails after ten seconds', async () => {
  const { rest, visitor } = openSupabase(config)
  for (const client of [rest, visitor]) {
    expect((await client.from('quiz_leads').select('id')).error).not.toBeNull()
    const { signal } = new AbortController()
    expect((await client.from('quiz_leads').select('id').abortSignal(signal)).error).not.toBeNull()
  }
  await expect(callApi(config, '/orders')).rejects.toMatchObject({ code: 'unreachable' })
  expect(waits).toEqual([10_000, 10_000, 10_000, 10_000, 10_000])
  waits = []
  await expect(callApi(config, '/orders', { method: 'POST' })).rejects.toMatchObject({ code: 'unreachable' })
  expect(waits).toEqual([20_000])
})

test('whoever leaves stops waiting at once', async () => {
  const leaving = new AbortController()
  const { rest } = openSupabase(config)
  const read = rest.from('quiz_leads').select('id').abortSignal(leaving.signal)
  leaving.abort()
  expect((await read).error?.message).toContain('AbortError')
})

test('a session that waits to be renewed keeps nobody longer', async () => {
  deviceStore.setItem(
    deviceKeys.session,
    JSON.stringify({
      access_token: 'a.b.c',
      refresh_token: 'r',
      expires_at: 1,
      token_type: 'bearer',
      user: { id: 'u' },
    }),
  )
  const { rest, auth } = openSupabase(config)
  expect((await rest.from('quiz_leads').select('id')).error?.message).toContain('TimeoutError')
  expect(waits).toContain(10_000)
  deviceStore.removeItem(deviceKeys.session)
  await auth.stopAutoRefresh()
})
