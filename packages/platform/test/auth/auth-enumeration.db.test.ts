import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, serviceClient } from '../../testing/clients.ts'
import { givenPlatform, type TestPlatform } from '../../testing/given-platform.ts'

const password = 'long enough'
const rounds = 30
/** Of two answers after one another, in the middle of all: what a busy machine adds it adds to either; a hash left out or a mail waited for is in each. */
const tolerance = 1.7
let platform: TestPlatform

beforeAll(async () => {
  // Hashing that costs enough to be seen if it were left out.
  platform = await givenPlatform({ auth: { bcryptCost: 8 } })
  const created = await Promise.all(
    Array.from({ length: rounds }, (_, i) =>
      serviceClient(platform).auth.admin.createUser({
        email: `known${i}@example.com`,
        email_confirm: true,
        password,
      }),
    ),
  )
  for (const { error } of created) if (error) throw error
})
afterAll(() => platform.close())

type Ask = (email: string) => { path: string; body: Record<string, unknown> }

const asks: [string, Ask][] = [
  ['a sign-in code', (email) => ({ path: 'otp', body: { email, create_user: false } })],
  ['a sign-in code or an account', (email) => ({ path: 'otp', body: { email, create_user: true } })],
  ['a new password', (email) => ({ path: 'recover', body: { email } })],
  [
    'an account',
    (email) => ({ path: 'signup', body: { email, password, data: { zeta: 1, a: { y: [2], b: '' } } } }),
  ],
  [
    'a sign-in by password',
    (email) => ({ path: 'token?grant_type=password', body: { email, password: 'wrong one' } }),
  ],
  ['a confirmation once more', (email) => ({ path: 'resend', body: { email, type: 'signup' } })],
]

describe.each(asks)('asking for %s', (_what, ask) => {
  it('is answered alike, and as soon, for an address that has an account and for one that has none', async () => {
    const known = (i: number) => `known${i}@example.com`
    const unknown = (i: number) => `new${i}${crypto.randomUUID().slice(0, 8)}@example.com`
    // What is done for the first time takes longer, whoever asks.
    await measure(ask, { known: (i) => `warm${i}@example.com`, unknown }, 3)
    const { answers, ratio } = await measure(ask, { known, unknown }, rounds)
    expect(answers.unknown).toEqual(answers.known)
    expect(ratio).toBeGreaterThan(1 / tolerance)
    expect(ratio).toBeLessThan(tolerance)
  })
})

type Both<Value> = { known: Value; unknown: Value }

/**
 * Collects the answers for known and unknown addresses, without what is different each time, and
 * the ratio of their durations. Both take turns, to share noise.
 */
async function measure(ask: Ask, emailOf: Both<(i: number) => string>, count: number) {
  const answers = { known: new Set<string>(), unknown: new Set<string>() }
  const ratios: number[] = []
  for (let i = 0; i < count; i++) {
    const ms = { known: 0, unknown: 0 }
    // What one of them has begun goes on while the other is timed.
    for (const kind of i % 2 ? (['unknown', 'known'] as const) : (['known', 'unknown'] as const)) {
      const { path, body } = ask(emailOf[kind](i))
      const startedAt = performance.now()
      const answer = await call(platform, `/auth/v1/${path}`, { method: 'POST', body: JSON.stringify(body) })
      ms[kind] = performance.now() - startedAt
      answers[kind].add(JSON.stringify({ status: answer.status, shape: shapeOf(answer.body) }))
    }
    ratios.push(ms.known / ms.unknown)
  }
  // Of two rounds, so that being the second costs both alike.
  const fair = ratios.slice(1).map((ratio, i) => Math.sqrt(ratio * (ratios[i] ?? Number.NaN)))
  fair.sort((one, other) => one - other)
  return { answers, ratio: fair[Math.floor(fair.length / 2)] ?? Number.NaN }
}

/** The names in a body, and of its values only the kinds: ids, times and addresses differ. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, shapeOf(of)]))
}
