import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const renewal = 'https://ours.example/auth/v1/token?grant_type=refresh_token'
const limit = '{"code":429,"error_code":"over_request_rate_limit"}'
let backoffFetch: typeof fetch
let asked = 0

const answers = (body: string, status: number, headers: HeadersInit = {}) =>
  vi.stubGlobal('fetch', async () => {
    asked += 1
    return new Response(body, { status, headers })
  })

beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  ;({ fetchWithBackoff: backoffFetch } = await import('./fetch-with-backoff.ts'))
  asked = 0
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([
  ['a request that took too long', '{"error_code":"request_timeout"}', 408],
  ['a firewall', '<h1>Forbidden</h1>', 403],
  ['a firewall with a code', '{"code":"blocked"}', 403],
  ['a portal', '<h1>Sign in to the network</h1>', 511],
  ['a portal that says yes to everything', '<h1>Sign in to the network</h1>', 200],
  ['a program of a deploy that is half done', '{"code":"not_found"}', 404],
  ['a program that knows of no session', '{}', 200],
  ['a server in trouble', 'Bad Gateway', 502],
])('a renewal answered by %s fails as without a network', async (_who, body, status) => {
  answers(body, status)
  await expect(backoffFetch(renewal, { method: 'POST' })).rejects.toThrow(TypeError)
})

test.each([
  ['a session that is over', '{"code":400,"error_code":"refresh_token_not_found"}', 400],
  ['a session that is over, in the newer form', '{"code":"session_expired"}', 400],
  ['a person who may not come in', '{"code":403,"error_code":"user_banned"}', 403],
  ['a renewed session', '{"access_token":"a"}', 200],
])('%s is heard of, with all that was said', async (_what, body, status) => {
  answers(body, status)
  const response = await backoffFetch(renewal, { method: 'POST' })
  expect([response.status, await response.text()]).toEqual([status, body])
})

test.each([
  ['as long as it says', { 'retry-after': '7' }, 7],
  ['for some seconds where it does not say', undefined, 5],
  ['for some seconds where it names a day', { 'retry-after': 'Sat, 28 Nov 2026 12:00:00 GMT' }, 5],
  ['for a minute at most', { 'retry-after': '86400' }, 60],
])('after a limit no renewal is asked for, %s', async (_how, headers, seconds) => {
  answers(limit, 429, headers)
  const isAsked = async () => {
    const before = asked
    await expect(backoffFetch(renewal, { method: 'POST' })).rejects.toThrow(TypeError)
    return asked > before
  }
  expect([await isAsked(), await isAsked()]).toEqual([true, false])
  vi.advanceTimersByTime(seconds * 1000 - 1)
  expect(await isAsked()).toBe(false)
  vi.advanceTimersByTime(1)
  expect(await isAsked()).toBe(true)
})

test('what is asked besides is answered as it is', async () => {
  answers(limit, 429)
  const response = await backoffFetch('https://ours.example/auth/v1/otp', { method: 'POST' })
  expect(response.status).toBe(429)
})
