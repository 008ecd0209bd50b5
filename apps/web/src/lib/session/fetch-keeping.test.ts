import { afterEach, expect, test, vi } from 'vitest'
import { fetchKeeping } from './fetch-keeping.ts'

const renewal = 'https://ours.example/auth/v1/token?grant_type=refresh_token'

const answers = (body: string, status: number) =>
  vi.stubGlobal('fetch', async () => new Response(body, { status }))

afterEach(() => {
  vi.unstubAllGlobals()
})

test.each([
  [
    'too many requests of everybody at one address',
    '{"code":429,"error_code":"over_request_rate_limit"}',
    429,
  ],
  ['a request that took too long', '{"error_code":"request_timeout"}', 408],
  ['a firewall', '<h1>Forbidden</h1>', 403],
  ['a portal', '<h1>Sign in to the network</h1>', 404],
  ['another program', '{"message":"no Route matched"}', 404],
])('a renewal answered by %s fails as without a network', async (_who, body, status) => {
  answers(body, status)
  await expect(fetchKeeping(renewal, { method: 'POST' })).rejects.toThrow(TypeError)
})

test.each([
  ['a session that is over', '{"code":400,"error_code":"refresh_token_not_found"}', 400],
  ['a session that is over, in the newer form', '{"code":"session_expired"}', 400],
  ['a person who may not come in', '{"code":403,"error_code":"user_banned"}', 403],
  ['a server in trouble', 'Bad Gateway', 502],
  ['a renewed session', '{"access_token":"a"}', 200],
])('%s is heard of, with all that was said', async (_what, body, status) => {
  answers(body, status)
  const response = await fetchKeeping(renewal, { method: 'POST' })
  expect([response.status, await response.text()]).toEqual([status, body])
})

test('what is asked besides is answered as it is', async () => {
  answers('{"code":429,"error_code":"over_request_rate_limit"}', 429)
  const response = await fetchKeeping('https://ours.example/auth/v1/otp', { method: 'POST' })
  expect(response.status).toBe(429)
})
