import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startStalledBodyTimeout } from './stalled-body-timeout.ts'

const timeoutMs = 30_000
let endedAfterMs: number | null
let sentLastAt: number
let watch: NodeJS.Timeout

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  endedAfterMs = null
  sentLastAt = 0
})
afterEach(() => {
  clearInterval(watch)
  vi.useRealTimers()
})

function givenBody(is: { complete?: boolean; readableLength?: number } = {}) {
  const socket = {
    bytesRead: 1000,
    destroy: () => {
      endedAfterMs ??= Date.now() - sentLastAt
      return Object.assign(socket)
    },
  }
  const body = { complete: false, readableLength: 0, ...is, socket }
  watch = startStalledBodyTimeout(body, timeoutMs)
  return {
    body,
    send: (bytes: number) => {
      socket.bytesRead += bytes
      sentLastAt = Date.now()
    },
  }
}

it.each([0, 1, 14_000, 29_999, 31_000])(
  'a sender who says much at %i ms and then nothing is waited for as long as is said, and hardly longer',
  (at) => {
    const { send } = givenBody()
    vi.advanceTimersByTime(at)
    send(1_000_000)
    vi.advanceTimersByTime(4 * timeoutMs)
    expect(endedAfterMs).toBeGreaterThanOrEqual(timeoutMs * 0.99)
    expect(endedAfterMs).toBeLessThanOrEqual(timeoutMs * 1.1)
  },
)

it('a sender who says a byte now and then is as good as silent', () => {
  const { send } = givenBody()
  for (let second = 0; second < 60; second++) {
    send(1)
    vi.advanceTimersByTime(1000)
  }
  expect(endedAfterMs).not.toBeNull()
})

it('a sender who is slow, and pauses, is waited for', () => {
  const { send } = givenBody()
  for (let turn = 0; turn < 100; turn++) {
    send(20_000)
    vi.advanceTimersByTime(25_000)
  }
  expect(endedAfterMs).toBeNull()
})

it.each([
  ['has not taken what has come', { readableLength: 1 }],
  ['has all of it', { complete: true }],
])('nobody is ended while the server %s', (_what, is) => {
  givenBody(is)
  vi.advanceTimersByTime(10 * timeoutMs)
  expect(endedAfterMs).toBeNull()
})

it('the time while the server had not taken what came is not the sender’s', () => {
  const { body, send } = givenBody({ readableLength: 1 })
  vi.advanceTimersByTime(10 * timeoutMs)
  body.readableLength = 0
  sentLastAt = Date.now()
  vi.advanceTimersByTime(timeoutMs * 0.95)
  expect(endedAfterMs).toBeNull()
  send(0)
  vi.advanceTimersByTime(timeoutMs)
  expect(endedAfterMs).not.toBeNull()
})
