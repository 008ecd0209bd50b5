import { expect, test } from 'vitest'
import { earlierAttempts } from './earlier-attempts.ts'
import type { Profile, ProfileLead } from './profile.ts'

const bare = { name: null, answers: {}, judged: null }

function attempt(
  id: string,
  ownership: ProfileLead['ownership'] = 'own',
  attemptId: string | null = `a-${id}`,
) {
  return { ...bare, attemptId, lead: { id, ownership, createdAt: '2026-11-20T10:00:00Z' } } satisfies Profile
}

const [first, second, third] = [attempt('1'), attempt('2'), attempt('3')]
const ownNewestFirst = [third, second, first]

test("the attempt on screen is compared with every other that is the user's", () => {
  expect(earlierAttempts(third, ownNewestFirst)).toEqual([second, first])
  expect(earlierAttempts(third, [third])).toEqual([])
})

test('one that was finished on this page is told by its attempt id, before and after it is saved', () => {
  const finished: Profile = { ...bare, lead: null, attemptId: 'a-3' }
  expect(earlierAttempts(finished, [second, first])).toEqual([second, first])
  expect(earlierAttempts(finished, ownNewestFirst)).toEqual([second, first])
})

test('attempts without an attempt id are told by their leads', () => {
  const [older, newer] = [attempt('4', 'own', null), attempt('5', 'own', null)]
  expect(earlierAttempts(newer, [newer, older])).toEqual([older])
})

test("nothing is compared with an attempt that may be somebody else's", () => {
  expect(earlierAttempts(attempt('6', 'linked'), ownNewestFirst)).toEqual([])
})
