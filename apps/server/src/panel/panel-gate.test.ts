import { databaseRefusal } from '@app/platform/http/postgres-error'
import { expect, onTestFinished, test, vi } from 'vitest'
import { failOpenAfter } from './fail-open-after.ts'
import { PanelGate } from './panel-gate.ts'

const now = new Date('2026-11-21T09:00:00Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const paths = ['/assets/panel/', '/api/docs']
const sessionId = '00000000-0000-4000-8000-000000000001'
const gateOf = (secretKey: string, isOpen = async (_sessionId: string) => true) =>
  new PanelGate({ secretKey, isHttps: true, paths, isOpen })
const gate = gateOf('sb_secret_one')

function passOf([cookie = '']: string[]): string {
  return cookie.split(';', 1)[0] ?? ''
}

test('a pass admits for a quarter of an hour, and another process of the installation knows it', async () => {
  const pass = passOf(gate.issue({ role: 'owner', sessionId }, now).cookies)
  const elsewhere = gateOf('sb_secret_one')

  expect(await gate.admits(pass, { needs: 'technics', now: later(14) })).toBe(true)
  expect(await elsewhere.admits(`other=1; ${pass}`, { needs: 'technics', now: later(14) })).toBe(true)
  expect(await gate.admits(pass, { needs: 'technics', now: later(15) })).toBe(false)
})

test('the cookies are for what only the staff see, unread by scripts, sent over https', () => {
  const attributes = gate
    .issue({ role: 'owner', sessionId }, now)
    .cookies.map((cookie) => cookie.split('; ').slice(1))

  expect(attributes).toEqual(
    paths.map((path) => [`Path=${path}`, 'Max-Age=900', 'HttpOnly', 'SameSite=Strict', 'Secure']),
  )
})

test.each([
  ['no cookie', undefined],
  ['an empty one', 'panel_pass='],
  ['one without a signature', `panel_pass=${later(10).getTime()}`],
  [
    'one that was made longer',
    passOf(gate.issue({ role: 'owner', sessionId }, now).cookies).replace(/=\d+/, `=${later(600).getTime()}`),
  ],
  ['one of another installation', passOf(gateOf('x').issue({ role: 'owner', sessionId }, now).cookies)],
  [
    'one of another session than was signed',
    passOf(gate.issue({ role: 'owner', sessionId }, now).cookies).replace(
      sessionId,
      sessionId.replace(/1$/, '2'),
    ),
  ],
  ['one that was revoked', passOf(gate.revoke())],
])('%s admits nobody', async (_name, cookie) => {
  expect(await gate.admits(cookie, { needs: 'technics', now })).toBe(false)
})

test('a pass ends with the session it was given in; the service key has none', async () => {
  const asked: string[] = []
  const closed = gateOf('sb_secret_one', async (id) => {
    asked.push(id)
    return false
  })

  expect(
    await closed.admits(passOf(gate.issue({ role: 'owner', sessionId }, now).cookies), {
      needs: 'technics',
      now,
    }),
  ).toBe(false)
  expect(
    await closed.admits(passOf(gate.issue({ role: 'owner', sessionId: null }, now).cookies), {
      needs: 'technics',
      now,
    }),
  ).toBe(true)
  expect(asked).toEqual([sessionId])
})

test('a database that hangs holds all that a pass asks for up for two seconds, once', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let asked = 0
  const hanging = gateOf(
    'sb_secret_one',
    failOpenAfter(() => {
      asked += 1
      return new Promise(() => {})
    }),
  )
  const pass = passOf(hanging.issue({ role: 'owner', sessionId }, now).cookies)
  const admitted: boolean[] = []
  const ask = () =>
    void hanging.admits(pass, { needs: 'technics', now }).then((answer) => admitted.push(answer))

  ask()
  await vi.advanceTimersByTimeAsync(1_999)
  expect(admitted).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(admitted).toEqual([true])
  ask()
  await vi.advanceTimersByTimeAsync(0)
  expect([admitted, asked]).toEqual([[true, true], 1])
  // What nobody has signed is not admitted by silence.
  expect(await hanging.admits(`${pass}x`, { needs: 'technics', now })).toBe(false)

  await vi.advanceTimersByTimeAsync(8_000)
  ask()
  await vi.advanceTimersByTimeAsync(0)
  expect([admitted.length, asked]).toEqual([2, 2])
})

test('a database that is away admits a pass, one that answers decides, and a mistake of ours is told', async () => {
  const outcomes = [
    async () => Promise.reject(databaseRefusal('57P01', 'away')),
    async () => false,
    async () => Promise.reject(new Error('mistake')),
  ]
  const asked = failOpenAfter(async (_sessionId: string) => outcomes.shift()?.() ?? true)

  expect(await asked(sessionId)).toBe(true)
  expect(await asked(sessionId)).toBe(false)
  await expect(asked(sessionId)).rejects.toThrow('mistake')
  expect(await asked(sessionId)).toBe(true)
})
