import { expect, test } from 'vitest'
import { isNewUser } from './new-user.ts'

const createdAt = '2026-11-21T05:00:00Z'

test.each([
  ['2026-11-21T05:00:00Z', true],
  ['2026-11-21T05:00:59.999Z', true],
  ['2026-11-21T05:01:00Z', false],
  ['2026-11-22T05:00:00Z', false],
  ['2026-11-21T04:59:59Z', false],
  ['nonsense', false],
  [undefined, false],
])('a user made at five who signs in at %o is new: %s', (signedInAt, isNew) => {
  expect(isNewUser({ createdAt, signedInAt })).toBe(isNew)
})
